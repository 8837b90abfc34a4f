import { paths } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { ActionButton, LinkButton } from "@/ui/button";
import { SubmitButton, TextArea } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { MessageThread } from "@/ui/message-thread";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { GuestEnquiry, Message } from "../queries";

/** Form value: delete the guest's data instead of confirming or writing. */
export const FORGET = "forget";

/** A message typed while the link was valid, and its form's id. */
export type UnsentText = { message: string; once: string };

export type GuestLinkState =
  /** The enquiry waits for its guest's word. */
  | {
      kind: "asks";
      enquiry: GuestEnquiry;
      messages: readonly Message[];
      token: string;
      refused?: string | null;
    }
  /** The link is unknown or too old, or the conversation belongs to an account by now. */
  | { kind: "over"; id: string; words: UnsentText | null }
  | { kind: "forgotten" };

/** The page of a guest's mailed link, before and after confirmation. Opening it changes nothing. */
export function GuestLinkPage({ state }: { state: GuestLinkState }) {
  const { t, url } = usePage();
  switch (state.kind) {
    case "asks":
      return <Asks {...state} />;
    case "over":
      return (
        <MessagePage heading={t("enquiries.link.overHeading")}>
          <Notice tone="danger" live>
            <p>{t("enquiries.link.over")}</p>
          </Notice>
          <p>{t("enquiries.link.overWay")}</p>
          {state.words ? <UnsentMessage id={state.id} words={state.words} /> : null}
          <div className="row">
            <LinkButton href={url(paths.signIn({ next: paths.enquiry(state.id) }))}>
              {t("general.nav.signIn")}
            </LinkButton>
            <LinkButton href={url(paths.listings())} variant="secondary">
              {t("general.nav.find")}
            </LinkButton>
          </div>
        </MessagePage>
      );
    case "forgotten":
      return (
        <MessagePage heading={t("enquiries.forget.doneHeading")}>
          <Notice tone="success" live>
            <p>{t("enquiries.forget.done")}</p>
          </Notice>
          <div className="row">
            <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>
          </div>
        </MessagePage>
      );
  }
}

/** An unsent message: the sender can copy it, or send it after signing in elsewhere. */
function UnsentMessage({ id, words }: { id: string; words: UnsentText }) {
  const { t, url } = usePage();
  return (
    <form method="post" action={url(paths.enquiry(id))} className="form">
      <input type="hidden" name="once" value={words.once} />
      <TextArea
        name="message"
        label={t("enquiries.form.message")}
        help={t("enquiries.link.unsent")}
        value={words.message}
        maxLength={MESSAGE_LENGTH}
        rows={6}
      />
      <p>
        <a href={url(paths.signIn())} target="_blank" rel="noopener">
          {t("enquiries.signedOut.signIn")}
        </a>
      </p>
      <div className="form__actions">
        <SubmitButton variant="secondary">{t("enquiries.thread.send")}</SubmitButton>
      </div>
    </form>
  );
}

function Asks({ enquiry, messages, token, refused }: Extract<GuestLinkState, { kind: "asks" }>) {
  const { t, url } = usePage();
  const { listing, names } = enquiry;
  const action = url(paths.enquiry(enquiry.id));
  return (
    <MessagePage heading={t("enquiries.confirm.heading")}>
      {refused ? (
        <Notice tone="danger" live>
          <p>{refused}</p>
        </Notice>
      ) : (
        <p>{t("enquiries.confirm.text")}</p>
      )}
      {listing ? (
        <p className="page-head__lead">
          {listing.shown ? <a href={url(paths.listing(listing.id))}>{listing.title}</a> : listing.title}
        </p>
      ) : null}
      <MessageThread
        messages={messages.map((message) => ({ ...message, author: names.learner, own: true }))}
      />
      <p className="small muted">{t("enquiries.confirm.name", { name: names.learner })}</p>
      <div className="row">
        <ActionButton action={action} fields={{ token }}>
          {t("enquiries.confirm.send")}
        </ActionButton>
        <ActionButton action={action} fields={{ token, intent: FORGET }} variant="quiet">
          {t("enquiries.confirm.discard")}
        </ActionButton>
      </div>
    </MessagePage>
  );
}

/** Other options of a guest: save the link, or delete their data. */
export function GuestsOwn({ id, token }: { id: string; token: string }) {
  const { t, url } = usePage();
  return (
    <section className="panel">
      <div className="stack stack--tight">
        <h2>{t("enquiries.guest.heading")}</h2>
        <p className="small muted">{t("enquiries.guest.link")}</p>
        <details className="confirm">
          <summary className="button button--quiet button--small">
            <span className="confirm__open">{t("enquiries.forget.open")}</span>
            <span className="confirm__close">{t("general.words.cancel")}</span>
          </summary>
          <div className="confirm__form">
            <p className="small">{t("enquiries.forget.text")}</p>
            <ActionButton
              action={url(paths.enquiry(id))}
              fields={{ token, intent: FORGET }}
              variant="danger"
              size="small"
            >
              {t("enquiries.forget.confirm")}
            </ActionButton>
          </div>
        </details>
      </div>
    </section>
  );
}
