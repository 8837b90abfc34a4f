import { paths } from "@/shared/paths";
import { CodeField, type FormErrors, PostForm } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";

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
  const { t } = usePage();
  return (
    <SitePage narrow heading={t("accounts.signInCode.title")}>
      <PostForm
        action={paths.signIn()}
        errors={errors}
        message={message}
        submit={t("accounts.signIn.submit")}
      >
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="token" value={token} />
        <CodeField
          name="otp"
          label={t("general.fields.otp")}
          help={t("accounts.signInCode.help")}
          error={errors.otp}
          autoFocus
        />
      </PostForm>
    </SitePage>
  );
}
