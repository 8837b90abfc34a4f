import { paths } from "@/shared/paths";
import { suggestAddress } from "@/shared/suggest-address";
import { ActionButton, LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SignInForm } from "../sign-in/sign-in-page";
import { AddressConfirmation, type AddressConfirmationProps } from "./address-confirmation";

export type VerifyEmailState =
  /** Came with a link; the button confirms, in another browser than that of the sign-up with the password. */
  | ({ kind: "confirm" } & AddressConfirmationProps)
  /** `next`: where signed-out visitors continue after they sign in. */
  | { kind: "done"; next: string; hasConversations: boolean }
  /** The link was used, is unknown or has expired. */
  | { kind: "refused" }
  /** Came without a link. */
  | { kind: "waiting" }
  | { kind: "sent" }
  | { kind: "limited"; message: string };

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
  const { t, url, visitor } = usePage();
  switch (state.kind) {
    case "confirm":
      return <AddressConfirmation link="verify" {...state} />;
    case "done":
      return (
        <>
          <Notice tone="success" live>
            <p>{t("accounts.verify.done")}</p>
            {state.hasConversations ? (
              <p>
                {t("accounts.verify.conversations")}{" "}
                <a href={url(paths.inbox({ box: "sent" }))}>{t("general.nav.inbox")}</a>
              </p>
            ) : null}
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
          <ChangeAddress email={email ?? ""} />
        </>
      );
    case "waiting":
      return (
        <>
          {email ? <p>{t("accounts.verify.waiting", { email })}</p> : null}
          <Resend />
          {email ? <ChangeAddress email={email} /> : null}
        </>
      );
  }
}

/** Where signed-in users continue: teachers at their listings, learners at the search, safe lessons or a request. */
export function Continue() {
  const { t, url, visitor } = usePage();
  const steps =
    visitor?.role === "t"
      ? [
          { href: paths.ownListings(), label: t("general.nav.myListings") },
          { href: paths.profile(), label: t("general.nav.account") },
        ]
      : [
          { href: paths.listings(), label: t("general.nav.find") },
          { href: paths.safety(), label: t("general.footer.safety") },
          { href: paths.createRequest(), label: t("requests.list.create") },
        ];
  return (
    <div className="row">
      {steps.map(({ href, label }, index) => (
        <LinkButton key={href} href={url(href)} variant={index === 0 ? "primary" : "secondary"}>
          {label}
        </LinkButton>
      ))}
    </div>
  );
}

/** For users who notice that the address is wrong. Names the address that it may be a mistake for. */
function ChangeAddress({ email }: { email: string }) {
  const { t, url } = usePage();
  const suggestion = suggestAddress(email);
  return (
    <p className="muted">
      {suggestion ? (
        <strong>{t("accounts.signedUp.didYouMean", { email: suggestion })}</strong>
      ) : (
        t("accounts.verify.mistyped")
      )}{" "}
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
