import { paths } from "@/shared/paths";
import { AppCheckField, CheckedEmailField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { usePage } from "@/ui/page-context";

export type GuestLinksPageProps = {
  email: string;
  errors?: FormErrors;
  message?: string | null;
  /** Whether this browser sent a message that waits for confirmation. */
  isWaiting: boolean;
};

/** Asks a guest for the address to which the links to their messages are mailed. Its page must set `appCheck`. */
export function GuestLinksPage({ email, errors = {}, message = null, isWaiting }: GuestLinksPageProps) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("enquiries.link.lostHeading")}>
      <p>
        {t("enquiries.link.account")}{" "}
        <a href={url(paths.signIn({ next: paths.inbox() }))}>{t("general.nav.signIn")}</a>
      </p>
      {isWaiting ? (
        <p>
          <a href={url(paths.pendingEnquiries())}>{t("enquiries.link.waiting")}</a>
        </p>
      ) : null}
      <p>{t("enquiries.link.lost")}</p>
      <form method="post" action={url(paths.guestLinks())} className="form" noValidate>
        <ErrorSummary errors={errors} message={message} />
        <CheckedEmailField
          name="email"
          label={t("general.fields.email")}
          value={email}
          error={errors.email}
        />
        <AppCheckField />
        <div className="form__actions">
          <SubmitButton>{t("enquiries.link.request")}</SubmitButton>
        </div>
      </form>
    </MessagePage>
  );
}
