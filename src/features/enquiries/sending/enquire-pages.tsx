import { paths } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { EnquiryForm, type EnquiryFormProps } from "./enquiry-form";

export type EnquirePageProps = EnquiryFormProps & { listing: { title: string; teacher: string } };

/** The enquiry form on its own page: after sign-in, and with the errors of a refused form. */
export function EnquirePage({ listing, ...form }: EnquirePageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[
          { label: t("search.crumbs.list"), href: url(paths.listings()) },
          { label: listing.title, href: url(paths.listing(form.listingId)) },
        ]}
        current={t("enquiries.form.title")}
      />
      <header className="page-head">
        <h1>{t("enquiries.form.heading", { name: listing.teacher })}</h1>
        <p className="page-head__lead">{listing.title}</p>
      </header>
      <EnquiryForm {...form} />
    </div>
  );
}

export type SignInToSendPageProps = {
  /** Where the form was sent, and is sent again. */
  action: string;
  message: string;
  submissionId?: string;
  /** Whether the sender chose to sign in; false when the session ended. */
  requested?: boolean;
};

/** Keeps the typed message until its sender has signed in. */
export function SignInToSendPage({ action, message, submissionId, requested }: SignInToSendPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <h1>{t(requested ? "enquiries.signedOut.requested" : "enquiries.signedOut.title")}</h1>
      <form method="post" action={url(action)} className="form" noValidate>
        <Notice tone={requested ? "info" : "warning"}>
          <p>
            {t("enquiries.signedOut.text")}{" "}
            <a href={url(paths.signIn())} target="_blank" rel="noopener">
              {t("enquiries.signedOut.signIn")}
            </a>
          </p>
        </Notice>
        {submissionId ? <input type="hidden" name="once" value={submissionId} /> : null}
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
    </div>
  );
}
