import { paths } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { ListingBreadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { SubmitButton, TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { EnquiryForm, type EnquiryFormProps } from "./enquiry-form";
import type { LearnerValues } from "./learner-values";

export type EnquirePageProps = EnquiryFormProps & { listing: { title: string }; teacher: string };

/** The enquiry form on its own page: after sign-in, and with the errors of a refused form. */
export function EnquirePage({ teacher, ...form }: EnquirePageProps) {
  const { listing } = form;
  const { t } = usePage();
  return (
    <div className="container container--narrow page">
      <ListingBreadcrumbs listing={listing} current={t("enquiries.form.title")} />
      <header className="page-head">
        <h1>
          {form.blockedIn ? t("enquiries.inbox.blocked") : t("enquiries.form.heading", { name: teacher })}
        </h1>
        <p className="page-head__lead">{listing.title}</p>
      </header>
      <EnquiryForm {...form} />
    </div>
  );
}

/** Leads a guest to sign in or to sign up, and back to the message, which the browser keeps. */
export function SignInToSend({ next, message }: { next: string; message: string }) {
  const { t, url } = usePage();
  return (
    <>
      <p>{t("enquiries.signedOut.kept")}</p>
      {message ? <p className="message__text panel">{message}</p> : null}
      <div className="row">
        <LinkButton href={url(paths.signUp({ next }))}>{t("enquiries.signedOut.signUp")}</LinkButton>
        <LinkButton href={url(paths.signIn({ next }))} variant="secondary">
          {t("general.nav.signIn")}
        </LinkButton>
        <LinkButton href={url(next)} variant="quiet">
          {t("enquiries.signedOut.back")}
        </LinkButton>
      </div>
    </>
  );
}

type SendAfterSignInFormProps = {
  /** Where the form was sent, and is sent again. */
  action: string;
  message: string;
  submissionId: string;
  help: string;
  /** Further fields of the form, which stay as they were. */
  hidden?: LearnerValues;
};

/** Keeps a typed message until its sender has signed in in another tab. */
export function SendAfterSignInForm({
  action,
  message,
  submissionId,
  help,
  hidden = {},
}: SendAfterSignInFormProps) {
  const { t, url } = usePage();
  return (
    <form method="post" action={url(action)} className="form" noValidate>
      <p>
        {help}{" "}
        <a href={url(paths.signIn())} target="_blank" rel="noopener">
          {t("enquiries.signedOut.signIn")}
        </a>
      </p>
      {submissionId ? <input type="hidden" name="once" value={submissionId} /> : null}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextArea
        name="message"
        label={t("enquiries.form.message")}
        value={message}
        maxLength={MESSAGE_LENGTH}
        rows={6}
      />
      <div className="form__actions">
        <SubmitButton>{t("enquiries.form.send")}</SubmitButton>
      </div>
    </form>
  );
}
