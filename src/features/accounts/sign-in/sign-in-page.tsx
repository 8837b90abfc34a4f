import { paths } from "@/shared/paths";
import { Enhanced } from "@/ui/enhanced";
import { Checkbox, EmailField, ErrorSummary, type FormErrors, PasswordField, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

export type SignInPageProps = {
  /** The requested path after sign-in; empty for the user's first page. */
  next: string;
  email: string;
  /** Whether a page that requires sign-in redirected to this page. */
  redirected?: boolean;
  remember?: boolean;
  errors?: FormErrors;
  message?: string | null;
};

export function SignInPage({ next, email, redirected, remember, errors, message }: SignInPageProps) {
  const { t, url, siteName } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("accounts.signIn.heading")}</h1>
        <p className="page-head__lead">
          {t("accounts.signIn.lead", { site: siteName })}{" "}
          <a href={url(paths.signUp({ next: next || null }))}>{t("accounts.signIn.toSignUp")}</a>
        </p>
      </header>
      {redirected ? (
        <div className="page-head">
          <Notice>
            <p>{t("general.refusals.unauthenticated")}</p>
          </Notice>
        </div>
      ) : null}
      <div className="stack stack--loose">
        <SignInForm next={next} email={email} remember={remember} errors={errors} message={message} />
        <p>
          {t("accounts.signIn.guest")} <a href={url(paths.guestLinks())}>{t("accounts.signIn.newLink")}</a>
        </p>
      </div>
    </div>
  );
}

export function SignInForm({
  next,
  email,
  remember,
  errors = {},
  message = null,
}: Omit<SignInPageProps, "redirected">) {
  const { t, url } = usePage();
  return (
    <Enhanced name="sign-in">
      <template>
        <ErrorSummary message={t("accounts.signIn.offline")} />
      </template>
      <form method="post" action={url(paths.signIn())} className="form" noValidate>
        <ErrorSummary errors={errors} message={message} />
        <input type="hidden" name="next" value={next} />
        <EmailField
          name="email"
          label={t("accounts.fields.email")}
          value={email}
          error={errors.email}
          autoComplete="username"
        />
        <PasswordField
          name="password"
          label={t("accounts.fields.password")}
          error={errors.password}
          autoComplete="current-password"
        />
        <p>
          <a href={url(paths.resetPassword())}>{t("accounts.signIn.forgot")}</a>
        </p>
        <Checkbox
          name="remember_me"
          label={t("accounts.fields.remember")}
          help={t("accounts.fields.rememberHelp")}
          checked={remember ?? false}
        />
        <div className="form__actions">
          <SubmitButton>{t("accounts.signIn.submit")}</SubmitButton>
        </div>
      </form>
    </Enhanced>
  );
}
