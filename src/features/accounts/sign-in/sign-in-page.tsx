import { paths } from "@/shared/paths";
import { Enhanced } from "@/ui/enhanced";
import { Checkbox, EmailField, ErrorSummary, type FormErrors, PasswordField, PostForm } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";

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
    <SitePage
      narrow
      heading={t("accounts.signIn.heading")}
      lead={
        <>
          {t("accounts.signIn.lead", { site: siteName })}{" "}
          <a href={url(paths.signUp({ next: next || null }))}>{t("accounts.signIn.toSignUp")}</a>
        </>
      }
    >
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
    </SitePage>
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
      <PostForm
        action={paths.signIn()}
        errors={errors}
        message={message}
        submit={t("accounts.signIn.submit")}
      >
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
      </PostForm>
    </Enhanced>
  );
}
