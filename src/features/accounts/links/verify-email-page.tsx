import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { ErrorSummary, type FormErrors, PasswordField, SubmitButton } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { SignInForm } from "../sign-in/sign-in-page";
import type { UnverifiedAccount } from "./verify-email";

export type VerifyEmailState =
  /** Came with a link; the button confirms, in another browser than that of the sign-up with the password. */
  | ConfirmState
  /** `next`: where signed-out visitors continue after they sign in. */
  | { kind: "done"; next: string }
  /** The link was used, is unknown or has expired. */
  | { kind: "refused" }
  /** Came without a link. */
  | { kind: "waiting" }
  | { kind: "sent" }
  | { kind: "limited"; message: string };

type ConfirmState = {
  kind: "confirm";
  token: string;
  account: UnverifiedAccount;
  errors?: FormErrors;
  message?: string | null;
};

type Props = {
  state: VerifyEmailState;
  /** The visitor's address; null if signed out. */
  email: string | null;
};

/** Opening the page changes nothing, because mail programs open links automatically. */
export function VerifyEmailPage({ state, email }: Props) {
  const { t } = usePage();
  return (
    <MessagePage heading={t(`accounts.verify.${state.kind === "done" ? "doneHeading" : "heading"}`)}>
      <State state={state} email={email} />
    </MessagePage>
  );
}

function State({ state, email }: Props) {
  const { t, visitor } = usePage();
  switch (state.kind) {
    case "confirm":
      return <Confirmation {...state} />;
    case "done":
      return (
        <>
          <Notice tone="success" live>
            <p>{t("accounts.verify.done")}</p>
          </Notice>
          {visitor ? (
            <Continue />
          ) : (
            <>
              <p>{t("accounts.verify.nowSignIn")}</p>
              <SignInForm next={state.next} email="" />
            </>
          )}
        </>
      );
    case "refused":
      return (
        <>
          <Notice tone="danger" live>
            <p>{t("general.refusals.invalid_token")}</p>
          </Notice>
          <Resend />
        </>
      );
    case "limited":
      return (
        <Notice tone="warning" live>
          <p>{state.message}</p>
        </Notice>
      );
    case "sent":
      return (
        <>
          <Notice tone="success" live>
            <p>{t("accounts.verify.sent", { email: email ?? "" })}</p>
          </Notice>
          <ChangeAddress />
        </>
      );
    case "waiting":
      return (
        <>
          {email ? <p>{t("accounts.verify.waiting", { email })}</p> : null}
          <Resend />
          {email ? <ChangeAddress /> : null}
        </>
      );
  }
}

/** Says which account is confirmed, and asks for its password unless this browser is known to have chosen it. */
function Confirmation({ token, account, errors = {}, message = null }: ConfirmState) {
  const { t, url, siteName } = usePage();
  const { email, role, signupTs, needsPassword, isDeletable } = account;
  return (
    <div className="stack stack--loose">
      <p>{t(needsPassword ? "accounts.verify.askOwner" : "accounts.verify.ask", { site: siteName })}</p>
      <DescriptionList
        items={[
          { term: t("accounts.fields.email"), details: email },
          { term: t("accounts.verify.account"), details: t(`general.roles.${role}`) },
          { term: t("accounts.verify.created"), details: <Time ts={signupTs} /> },
        ]}
      />
      <form method="post" action={url(paths.verifyEmail())} className="form" noValidate>
        <ErrorSummary errors={errors} message={message} />
        <input type="hidden" name="token" value={token} />
        {needsPassword ? (
          <>
            <PasswordField
              name="password"
              label={t("accounts.fields.password")}
              help={t("accounts.verify.passwordHelp")}
              error={errors.password}
              autoComplete="current-password"
            />
            <p>
              <a href={url(paths.resetPassword())}>{t("accounts.signIn.forgot")}</a>
            </p>
          </>
        ) : null}
        <div className="form__actions">
          <SubmitButton>{t("accounts.verify.confirm")}</SubmitButton>
        </div>
      </form>
      {isDeletable ? <NotMe token={token} /> : null}
    </div>
  );
}

/** For mailbox owners whose address another person entered. */
function NotMe({ token }: { token: string }) {
  const { t, url } = usePage();
  return (
    <section className="stack">
      <h2>{t("accounts.verify.notMe.heading")}</h2>
      <p>{t("accounts.verify.notMe.text")}</p>
      <div>
        <ActionButton action={url(paths.deleteUnverified())} fields={{ token }} variant="danger">
          {t("accounts.verify.notMe.submit")}
        </ActionButton>
      </div>
    </section>
  );
}

/** Where signed-in users continue: teachers at their listings. */
function Continue() {
  const { t, url, visitor } = usePage();
  const teaches = visitor?.role === "t";
  return (
    <div className="row">
      {teaches ? (
        <LinkButton href={url(paths.ownListings())}>{t("general.nav.myListings")}</LinkButton>
      ) : null}
      <LinkButton href={url(paths.profile())} variant={teaches ? "secondary" : "primary"}>
        {t("general.nav.account")}
      </LinkButton>
    </div>
  );
}

/** For users who notice that the address is wrong. */
function ChangeAddress() {
  const { t, url } = usePage();
  return (
    <p className="muted">
      {t("accounts.verify.mistyped")}{" "}
      <a href={url(`${paths.settings()}#email`)}>{t("account-settings.email.open")}</a>
    </p>
  );
}

/** Sends a new link to signed-in visitors; others sign in first. */
function Resend() {
  const { t, url, visitor } = usePage();
  if (!visitor) {
    return (
      <p>
        {t("accounts.verify.signInFirst")}{" "}
        <a href={url(paths.signIn({ next: paths.verifyEmail() }))}>{t("accounts.signIn.submit")}</a>
      </p>
    );
  }
  if (visitor.emailVerified) return <p>{t("accounts.verify.done")}</p>;
  return (
    <div>
      <ActionButton action={url(paths.resendVerification())} variant="secondary">
        {t("accounts.verify.resend")}
      </ActionButton>
    </div>
  );
}
