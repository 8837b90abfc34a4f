import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther, toFormStatus } from "@/http/responses";
import { forgetGuest, setAddressProof } from "@/http/set-guest-cookies";
import { type Refusal, Refused } from "@/shared/errors";
import { toLearner } from "@/shared/format-learner";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { messageSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { toLearnerSearch } from "../form/to-learner-search";
import { issueAddressProof } from "../guests/address-proof";
import { eraseGuestData } from "../guests/erase-guest-data";
import { formatLinkToken, type LinkedEnquiry, parseLinkTokens } from "../guests/link-tokens";
import { countConversations } from "../guests/send-guest-link";
import { loadRecipients } from "../load-recipients";
import { findGuestEnquiry, type GuestEnquiry, listMessages } from "../queries";
import { confirmEnquiry } from "./confirm-enquiry";
import { ConfirmPage, type ConfirmPageProps } from "./confirm-page";
import { ERASE_INTENT } from "./guest-link-page";
import { renderGuestLinkPage } from "./guest-link-routes";

/** A guest's mailed link to one or several enquiries. Opening it changes nothing. */
export const confirmRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** An enquiry with the token by which it was found. */
type FoundEnquiry = { enquiry: GuestEnquiry; token: string };

confirmRoutes.get(paths.confirmEnquiries(), async (c) => {
  const links = parseLinkTokens(c.req.queries("token") ?? []);
  const found = await findEnquiries(c, links);
  return found.length > 0 ? renderConfirmPage(c, found) : redirectToFirst(c, links);
});

confirmRoutes.post(paths.confirmEnquiries(), async (c) => {
  const form = await readForm(c);
  const links = parseLinkTokens(form.all("token"));
  if (form.text("intent") !== ERASE_INTENT) {
    return confirmLinks(c, links, form.has("message") ? form.text("message") : undefined);
  }
  const unconfirmed = (await findEnquiries(c, links)).filter(({ enquiry }) => enquiry.isUnconfirmed);
  return unconfirmed.length > 0 ? eraseLinked(c, unconfirmed) : redirectToFirst(c, links);
});

/** Confirms the enquiries of mailed links. Pressed twice, it redirects as the first time. */
export async function confirmLinks(c: C, links: readonly LinkedEnquiry[], typed?: string) {
  const { ctx } = c.var;
  const edited = typed === undefined ? null : validate(messageSchema, { message: typed });
  const linked = await findEnquiries(c, links);
  if (edited && !edited.ok && linked.some(({ enquiry }) => enquiry.isUnconfirmed))
    return renderConfirmPage(c, linked, { typed, invalid: edited.refusal });
  const message = edited?.ok ? edited.value.message : undefined;
  const refusals = new Map<string, Refusal>();
  for (const { enquiry, token } of linked) {
    const confirmed = await confirmEnquiry(ctx, enquiry.id, token, message);
    if (confirmed.ok) setAddressProof(c, issueAddressProof(ctx, enquiry));
    else refusals.set(enquiry.id, confirmed.refusal);
  }
  const found = await findEnquiries(c, links);
  if (found.length === 0) return redirectToFirst(c, links);
  if (refusals.size > 0) return renderConfirmPage(c, found, { refusals, typed });
  const [{ id, token } = { id: "" }, ...others] = links;
  return seeOther(
    c,
    others.length > 0
      ? paths.confirmEnquiries({ token: links.map(formatLinkToken), done: "confirmed" })
      : paths.enquiry(id, { token, done: "confirmed" }),
  );
}

/** Erases a guest's data by the tokens of mailed links. The browser forgets a guest without other conversations. */
export async function eraseLinked(c: C, found: readonly FoundEnquiry[]) {
  const { ctx } = c.var;
  for (const { enquiry, token } of found) await eraseGuestData(ctx, enquiry.id, token);
  const others = await countConversations(ctx, found[0]?.enquiry.guestEmail ?? "");
  if (others === 0) forgetGuest(c);
  return renderGuestLinkPage(c, { kind: "erased", others });
}

/** The enquiries of valid tokens. One may have been erased, or have moved to an account. */
async function findEnquiries(c: C, links: readonly LinkedEnquiry[]): Promise<FoundEnquiry[]> {
  const found = await Promise.all(
    links.map(async ({ id, token }) => ({ enquiry: await findGuestEnquiry(c.var.ctx, id, token), token })),
  );
  return found.filter((entry): entry is FoundEnquiry => entry.enquiry !== null);
}

const toSearch = (enquiry: GuestEnquiry | undefined) =>
  enquiry?.listing ? toLearnerSearch(enquiry.listing, enquiry.learnerGrade) : null;

/** The page of the first enquiry says why its link is invalid, or shows the account's conversation. */
function redirectToFirst(c: C, [link]: readonly LinkedEnquiry[]): Response {
  if (!link) throw new Refused({ code: "malformed", reason: "invalid_token" });
  return c.redirect(localizePath(c.var.ctx.locale, paths.enquiry(link.id, { token: link.token })), 303);
}

/** Shows what waits for confirmation with the button that confirms it, and what was sent. */
export async function renderConfirmPage(
  c: C,
  found: readonly FoundEnquiry[],
  {
    refusals = new Map(),
    typed,
    invalid,
  }: { refusals?: ReadonlyMap<string, Refusal>; typed?: string | undefined; invalid?: Refusal } = {},
) {
  const { ctx } = c.var;
  const unconfirmed = found.filter(({ enquiry }) => enquiry.isUnconfirmed);
  const sent = found.filter(({ enquiry }) => !enquiry.isUnconfirmed);
  const [first] = unconfirmed;
  const [recipients, messages] = await Promise.all([
    loadRecipients(
      ctx,
      unconfirmed.map(({ enquiry }) => enquiry.listing?.id ?? ""),
    ),
    first ? listMessages(ctx, first.enquiry) : [],
  ]);
  // The link to several conversations opens the same page later.
  const isSentNow = refusals.size > 0 || c.req.query("done") === "confirmed";
  const sentHeading = isSentNow ? "enquiries.several.done" : "enquiries.conversations.heading";
  const heading = ctx.t(first ? "enquiries.confirm.heading" : sentHeading);
  const props: ConfirmPageProps = {
    heading,
    isSentNow,
    sent: sent.map(({ enquiry, token }) => ({
      id: enquiry.id,
      teacher: enquiry.names.teacher,
      title: enquiry.listing?.title ?? null,
      sentTs: enquiry.createdTs,
      isAnswered: enquiry.answeredTs !== null,
      token,
    })),
    waiting: unconfirmed.flatMap(({ enquiry }, index) => {
      const recipient = recipients[index];
      const refusal = refusals.get(enquiry.id);
      return recipient ? [{ ...recipient, reason: refusal ? explainRefusal(c, refusal) : null }] : [];
    }),
    message: typed ?? messages[0]?.text ?? "",
    errors: explainFormRefusal(c, invalid).errors,
    search: toSearch(sent.find(({ enquiry }) => enquiry.listing)?.enquiry),
    senderName: first?.enquiry.names.learner ?? "",
    learner: first ? toLearner(first.enquiry) : null,
    tokens: unconfirmed.map(({ enquiry, token }) => formatLinkToken({ id: enquiry.id, token })),
  };
  const [refusal] = refusals.values();
  return renderPage(
    c,
    { title: heading, secret: true },
    <ConfirmPage {...props} />,
    toFormStatus(invalid ?? (sent.length === 0 ? refusal : undefined)),
  );
}
