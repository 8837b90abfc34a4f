import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShortPage } from "@/ui/short-page";

/** What a mailed link is to do: each has its words in `accounts.<deed>` and its own address. */
export type MailedDeed = "reactivate" | "changeEmail";

export type MailedLinkState =
  | { kind: "asks"; token: string }
  /** Told in words: the link was used, is unknown or too old, or the deed can't be done any more. */
  | { kind: "refused"; message: string }
  | { kind: "done" };

/** Asks before it acts. Nothing happens by opening the page: mail programs open links by themselves. */
export function MailedLinkPage({ deed, state }: { deed: MailedDeed; state: MailedLinkState }) {
  const { t } = usePage();
  return (
    <ShortPage heading={t(`accounts.${deed}.${state.kind === "done" ? "doneHeading" : "heading"}`)}>
      <State deed={deed} state={state} />
    </ShortPage>
  );
}

function State({ deed, state }: { deed: MailedDeed; state: MailedLinkState }) {
  const { t, url, visitor } = usePage();
  /** Where a new link is asked for, and where one goes on: whoever is signed out gets there by signing in. */
  const onwards =
    deed === "changeEmail" && visitor
      ? { href: paths.settings(), label: t("general.nav.settings") }
      : { href: paths.signIn(), label: t("accounts.signIn.submit") };
  const way = (
    <div className="row">
      <LinkButton href={url(onwards.href)}>{onwards.label}</LinkButton>
    </div>
  );
  switch (state.kind) {
    case "asks":
      return (
        <>
          <p>{t(`accounts.${deed}.ask`)}</p>
          <div>
            <ActionButton action={url(paths[deed]())} fields={{ token: state.token }}>
              {t(`accounts.${deed}.confirm`)}
            </ActionButton>
          </div>
        </>
      );
    case "refused":
      return (
        <>
          <Notice tone="danger" live>
            <p>{state.message}</p>
          </Notice>
          <p>{t(`accounts.${deed}.refusedWay`)}</p>
          {way}
        </>
      );
    case "done":
      return (
        <>
          <Notice tone="success" live>
            <p>{t(`accounts.${deed}.done`)}</p>
          </Notice>
          {way}
        </>
      );
  }
}
