import { paths } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

export type EnquiryFormProps = {
  listingId: string;
  /** A fresh id (`ctx.newId()`): with it, the same form sent twice makes one enquiry. */
  once?: string;
  values?: { message: string };
  errors?: FormErrors;
  /** Why it was not sent, in words, when no field is to blame. */
  refused?: string | null;
  /** The visitor's enquiry about this listing, if there is one already (`findEarlierEnquiry`). */
  earlier?: { id: string } | null;
};

/**
 * The way to write to a teacher: the form, or for a guest the way to sign in. Whether the visitor is the listing's own
 * teacher is the page's to know.
 */
export function EnquiryForm({ listingId, once, values, errors = {}, refused, earlier }: EnquiryFormProps) {
  const { t, url, visitor } = usePage();
  if (!visitor) return <SignInFirst listingId={listingId} />;
  return (
    <form method="post" action={url(paths.enquire(listingId))} className="form" id="enquiry" noValidate>
      <ErrorSummary
        errors={errors}
        message={refused ?? null}
        labels={{ message: t("enquiries.form.message") }}
      />
      {visitor.emailVerified ? null : <VerifyFirst />}
      {earlier ? (
        <Notice>
          <p>
            {t("enquiries.form.earlier")}{" "}
            <a href={url(paths.enquiry(earlier.id))}>{t("enquiries.form.open")}</a>
          </p>
        </Notice>
      ) : null}
      {once ? <input type="hidden" name="once" value={once} /> : null}
      <TextArea
        name="message"
        label={t("enquiries.form.message")}
        help={t("enquiries.form.help")}
        value={values?.message ?? ""}
        error={errors.message}
        maxLength={MESSAGE_LENGTH}
        rows={6}
      />
      <div className="form__actions">
        <SubmitButton>{t("enquiries.form.send")}</SubmitButton>
      </div>
      <p className="small muted">{t("enquiries.form.privacy")}</p>
    </form>
  );
}

function SignInFirst({ listingId }: { listingId: string }) {
  const { t, url } = usePage();
  const next = paths.enquire(listingId);
  return (
    <div className="stack stack--tight" id="enquiry">
      <p>{t("enquiries.form.guest")}</p>
      <div className="row">
        <LinkButton href={url(paths.signIn({ next }))}>{t("general.nav.signIn")}</LinkButton>
        <LinkButton href={url(paths.signUp({ next }))} variant="secondary">
          {t("general.nav.signUp")}
        </LinkButton>
      </div>
      <p className="small muted">{t("enquiries.form.privacy")}</p>
    </div>
  );
}

function VerifyFirst() {
  const { t, url } = usePage();
  return (
    <Notice tone="warning" title={t("enquiries.form.unverifiedTitle")}>
      <p>
        {t("enquiries.form.unverified")} <a href={url(paths.verifyEmail())}>{t("enquiries.form.verify")}</a>
      </p>
    </Notice>
  );
}
