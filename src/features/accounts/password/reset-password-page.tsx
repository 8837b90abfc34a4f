import { paths } from "@/shared/paths";
import { PASSWORD_LENGTH } from "@/shared/schemas/accounts";
import { LinkButton } from "@/ui/button";
import { AppCheckField, EmailField, type FormErrors, PasswordField, PostForm } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** The errors of a form: by field, and for the whole form. */
type FormProblems = { errors?: FormErrors; message?: string | null };

export type ResetPasswordState =
  /** Without a link: the form for the address. */
  | ({ kind: "email-form"; email: string } & FormProblems)
  /** The request was sent; the same text for known and unknown addresses. */
  | { kind: "sent" }
  /** Came with a valid link. */
  | ({ kind: "password-form"; token: string } & FormProblems)
  /** The link was used, is unknown or has expired. */
  | { kind: "refused" }
  | { kind: "done" };

/** Headings of the states without a form. */
const HEADINGS: Partial<Record<ResetPasswordState["kind"], string>> = {
  sent: "sentHeading",
  done: "doneHeading",
};

/** Opening the page changes nothing, because mail programs open links automatically. */
export function ResetPasswordPage({ state }: { state: ResetPasswordState }) {
  const { t } = usePage();
  return (
    <MessagePage heading={t(`accounts.reset.${HEADINGS[state.kind] ?? "heading"}`)}>
      <State state={state} />
    </MessagePage>
  );
}

function State({ state }: { state: ResetPasswordState }) {
  const { t, url } = usePage();
  switch (state.kind) {
    case "email-form":
      return <EmailForm {...state} />;
    case "password-form":
      return <PasswordForm {...state} />;
    case "sent":
      return (
        <>
          <Notice tone="success" live>
            <p>{t("accounts.reset.sent")}</p>
          </Notice>
          <p className="muted">
            {t("accounts.reset.noMail")} <a href={url(paths.resetPassword())}>{t("accounts.reset.again")}</a>
          </p>
        </>
      );
    case "refused":
      return (
        <>
          <Notice tone="danger" live>
            <p>{t("general.refusals.invalid_token")}</p>
          </Notice>
          <div className="row">
            <LinkButton href={url(paths.resetPassword())}>{t("accounts.reset.requestNew")}</LinkButton>
          </div>
        </>
      );
    case "done":
      return (
        <>
          <Notice tone="success" live>
            <p>{t("accounts.reset.done")}</p>
          </Notice>
          <div className="row">
            <LinkButton href={url(paths.signIn())}>{t("accounts.signIn.submit")}</LinkButton>
          </div>
        </>
      );
  }
}

function EmailForm({ email, errors = {}, message = null }: { email: string } & FormProblems) {
  const { t } = usePage();
  return (
    <>
      <p>{t("accounts.reset.askEmail")}</p>
      <PostForm
        action={paths.resetPassword()}
        errors={errors}
        message={message}
        submit={t("accounts.reset.send")}
      >
        <EmailField
          name="email"
          label={t("accounts.fields.email")}
          value={email}
          error={errors.email}
          autoComplete="username"
        />
        <AppCheckField />
      </PostForm>
    </>
  );
}

function PasswordForm({ token, errors = {}, message = null }: { token: string } & FormProblems) {
  const { t } = usePage();
  return (
    <>
      <p>{t("accounts.reset.askPassword")}</p>
      <PostForm
        action={paths.resetPassword()}
        errors={errors}
        message={message}
        submit={t("accounts.reset.save")}
      >
        <input type="hidden" name="token" value={token} />
        <PasswordField
          name="password"
          label={t("accounts.fields.newPassword")}
          help={t("accounts.signUp.passwordHelp", { min: PASSWORD_LENGTH.min })}
          error={errors.password}
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
        />
      </PostForm>
    </>
  );
}
