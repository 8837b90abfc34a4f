import { paths } from "@/shared/paths";
import { CodeField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

export type SignInCodePageProps = {
  /** The requested path after sign-in; empty for the user's first page. */
  next: string;
  /** Proves that the password was entered. */
  token: string;
  errors?: FormErrors;
  message?: string | null;
};

/** The second step of a sign-in: the code. */
export function SignInCodePage({ next, token, errors = {}, message = null }: SignInCodePageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("accounts.signInCode.title")}</h1>
      </header>
      <form method="post" action={url(paths.signIn())} className="form" noValidate>
        <ErrorSummary errors={errors} message={message} />
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="token" value={token} />
        <CodeField
          name="otp"
          label={t("general.fields.otp")}
          help={t("accounts.signInCode.help")}
          error={errors.otp}
          autoFocus
        />
        <div className="form__actions">
          <SubmitButton>{t("accounts.signIn.submit")}</SubmitButton>
        </div>
      </form>
    </div>
  );
}
