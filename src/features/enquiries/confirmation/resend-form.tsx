import { paths } from "@/shared/paths";
import { AppCheckField, EmailField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

export type ResendFormProps = {
  /** Sender tokens of the enquiries, by `formatLinkToken`. */
  tokens: readonly string[];
  /** The address that the mail went to. */
  email: string;
  /** The address that was typed into this form; null before it was sent. */
  typed: string | null;
  /** What the address was probably meant to be, if it looks mistyped. */
  suggestion: string | null;
  errors?: FormErrors;
  refused?: string | null;
};

/**
 * Mails the confirmation link again, or to a corrected address. The head of the page must set `appCheck`.
 */
export function ResendForm({
  tokens,
  email,
  typed,
  suggestion,
  errors = {},
  refused = null,
}: ResendFormProps) {
  const { t, url } = usePage();
  return (
    <form method="post" action={url(paths.pendingEnquiries())} className="form panel" id="resend" noValidate>
      <h2>{t("enquiries.mailbox.noMailTitle")}</h2>
      <ErrorSummary errors={errors} message={refused} />
      <p>{t("enquiries.mailbox.noMail")}</p>
      {tokens.map((token) => (
        <input key={token} type="hidden" name="token" value={token} />
      ))}
      <EmailField
        name="email"
        label={t("general.fields.email")}
        help={t("enquiries.mailbox.correctHelp")}
        value={typed ?? suggestion ?? email}
        error={errors.email}
      />
      <AppCheckField />
      <div className="form__actions">
        <SubmitButton variant="secondary">{t("enquiries.mailbox.resend")}</SubmitButton>
      </div>
    </form>
  );
}
