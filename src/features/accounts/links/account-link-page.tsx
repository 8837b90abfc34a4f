import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { AddressConfirmation, type AddressConfirmationProps } from "./address-confirmation";
import { Continue } from "./verify-email-page";

/** A one-time link that acts on an account. Its texts are in `accounts.<link>`, its URL is `paths.<link>()`. */
export type AccountLink = "reactivate" | "changeEmail";

export type AccountLinkState =
  | { kind: "confirm"; token: string }
  | { kind: "confirmAddress"; confirmation: AddressConfirmationProps }
  /** `message`: the link was used, is unknown or has expired, or its action is no longer possible. */
  | { kind: "refused"; message: string }
  | { kind: "done" }
  /** The owner of the mailbox refused the change of address. */
  | { kind: "dropped" };

/** Asks for confirmation. Opening the page changes nothing, because mail programs open links automatically. */
export function AccountLinkPage({ link, state }: { link: AccountLink; state: AccountLinkState }) {
  const { t } = usePage();
  return (
    <MessagePage heading={t(`accounts.${link}.${state.kind === "done" ? "doneHeading" : "heading"}`)}>
      <State link={link} state={state} />
    </MessagePage>
  );
}

function State({ link, state }: { link: AccountLink; state: AccountLinkState }) {
  const { t, url, visitor } = usePage();
  /** Where to request a new link. Signed-out visitors sign in first. */
  const next =
    link === "changeEmail" && visitor
      ? { href: paths.settings(), label: t("general.nav.settings") }
      : { href: paths.signIn(), label: t("accounts.signIn.submit") };
  const nextButton = (
    <div className="row">
      <LinkButton href={url(next.href)}>{next.label}</LinkButton>
    </div>
  );
  switch (state.kind) {
    case "confirm":
      return (
        <>
          <p>{t(`accounts.${link}.ask`)}</p>
          <div>
            <ActionButton action={url(paths[link]())} fields={{ token: state.token }}>
              {t(`accounts.${link}.confirm`)}
            </ActionButton>
          </div>
        </>
      );
    case "confirmAddress":
      return <AddressConfirmation link="changeEmail" {...state.confirmation} />;
    case "dropped":
      return (
        <Notice tone="success" live>
          <p>{t("accounts.changeEmail.notMe.done")}</p>
        </Notice>
      );
    case "refused":
      return (
        <>
          <Notice tone="danger" live>
            <p>{state.message}</p>
          </Notice>
          <p>{t(`accounts.${link}.refusedHelp`)}</p>
          {nextButton}
        </>
      );
    case "done":
      return (
        <>
          <Notice tone="success" live>
            <p>{t(`accounts.${link}.done`)}</p>
          </Notice>
          {link === "changeEmail" && visitor ? <Continue /> : nextButton}
        </>
      );
  }
}
