import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { WithdrawButton } from "@/ui/withdraw-button";
import { SendAfterSignInForm } from "../form/enquire-pages";
import { NewLinkForm } from "../guests/new-link-form";

/** Form value: delete the guest's data instead of confirming or writing. */
export const ERASE_INTENT = "erase";

/** A message sent with an invalid link, and its form's id. */
export type UnsentMessage = { message: string; submissionId: string };

export type GuestLinkState =
  /** The link is incomplete, or the conversation was erased or has moved to an account. */
  | { kind: "invalid"; id: string; unsent: UnsentMessage | null }
  /** The link was mailed again, if the conversation is a guest's. */
  | { kind: "sent" }
  /** The link was opened elsewhere, so the page after sending has nothing left to do. */
  | { kind: "confirmed" }
  /** `others`: the number of the guest's conversations that are left. */
  | { kind: "erased"; others: number }
  /** The message was deleted before it was confirmed, by a sender who has not proved the address. */
  | { kind: "discarded" }
  /** The browser forgot the guest, whose message still waits. */
  | { kind: "forgotten" };

const TEXTS = {
  invalid: "enquiries.link.invalid",
  sent: "enquiries.link.sent",
  confirmed: "enquiries.mailbox.confirmed",
  erased: "enquiries.erase.done",
  discarded: "enquiries.discard.done",
  forgotten: "enquiries.forget.done",
} as const;

/** The key of the page's heading. */
export const getGuestLinkHeading = (kind: GuestLinkState["kind"]): string => `${TEXTS[kind]}Heading`;

/** A message about a guest's mailed link. */
export function GuestLinkPage({ state }: { state: GuestLinkState }) {
  const { t, url } = usePage();
  const isInvalid = state.kind === "invalid";
  return (
    <MessagePage heading={t(getGuestLinkHeading(state.kind))}>
      <Notice tone={isInvalid ? "danger" : "success"} live>
        <p>{t(TEXTS[state.kind])}</p>
      </Notice>
      {state.kind === "discarded" || (state.kind === "erased" && state.others > 0) ? (
        <OtherConversations count={state.kind === "erased" ? state.others : null} />
      ) : null}
      {isInvalid ? <NewLinkForm id={state.id} /> : null}
      {isInvalid && state.unsent ? (
        <SendAfterSignInForm
          {...state.unsent}
          action={paths.enquiry(state.id)}
          help={t("enquiries.link.unsent")}
        />
      ) : null}
      {state.kind === "confirmed" ? (
        <p>
          <a href={url(paths.guestLinks())}>{t("enquiries.erase.toOthers")}</a>
        </p>
      ) : null}
      {state.kind === "sent" ? (
        <p>{t("enquiries.link.noMail")}</p>
      ) : (
        <div className="row">
          {isInvalid ? (
            <LinkButton href={url(paths.signIn({ next: paths.enquiry(state.id) }))} variant="secondary">
              {t("general.nav.signIn")}
            </LinkButton>
          ) : null}
          <LinkButton href={url(paths.listings())} variant={isInvalid ? "secondary" : "primary"}>
            {t("general.nav.find")}
          </LinkButton>
        </div>
      )}
    </MessagePage>
  );
}

/**
 * Says that a deletion left other conversations. `count` is null if the visitor may not know whether there are any. Links
 * to the page that opens them only for a proven address: a link to one conversation may have been passed on.
 */
function OtherConversations({ count }: { count: number | null }) {
  const { t, url } = usePage();
  return (
    <p>
      {count === null ? t("enquiries.discard.others") : t.count("enquiries.erase.others", count)}{" "}
      <a href={url(paths.guestLinks())}>{t("enquiries.erase.toOthers")}</a>
    </p>
  );
}

/** Other options of a guest: save the link, or delete their data. */
export function GuestOptions({
  id,
  token,
  isReportOpen,
}: {
  id: string;
  token: string;
  /** Whether the guest's report of the conversation waits for its decision. */
  isReportOpen: boolean;
}) {
  const { t, url } = usePage();
  return (
    <section className="panel">
      <div className="stack stack--tight">
        <h2>{t("enquiries.guest.heading")}</h2>
        <p className="small muted">{t("enquiries.guest.link")}</p>
        {isReportOpen ? <p>{t("enquiries.erase.reported")}</p> : null}
        <WithdrawButton
          action={url(paths.enquiry(id))}
          fields={{ token, intent: ERASE_INTENT }}
          texts="enquiries.erase"
        />
      </div>
    </section>
  );
}
