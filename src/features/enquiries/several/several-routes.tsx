import { type Context, Hono } from "hono";
import { createGuestToken } from "@/auth/guest-token";
import type { AppEnv, Ctx } from "@/context";
import { getGuestCookies } from "@/http/guest-cookies";
import { deleteKeptMessage } from "@/http/kept-message";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainRefusal } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import { keepPendingTokens, redirectToMailbox } from "../confirmation/pending-routes";
import type { EnquiryValues } from "../form/enquiry-form";
import { loadSenderProps } from "../form/load-sender-props";
import { loadSimilarTeachers } from "../form/load-similar-teachers";
import { loadRecipients, type Recipient } from "../load-recipients";
import {
  explainHeld,
  FORGOTTEN,
  findQuestions,
  getKeptValues,
  isForgotten,
  mustSignIn,
  readEnquiry,
  readEnquiryValues,
  refusedFormProps,
  rememberGuest,
  renderSignInToSend,
  withoutContact,
} from "../sending/enquire-routes";
import { type SentEnquiries, sendEnquiries } from "../sending/send-enquiries";
import { type RefusedRecipient, SeveralPage, type SeveralPageProps } from "./several-page";

/** Writing one message to the teachers of several listings, with an account or as a guest. */
export const severalRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Most listings that the form offers; `MAX_RECIPIENTS` of them can be chosen. */
const MAX_OFFERED = 50;

severalRoutes.get(paths.enquireSeveral(), (c) => {
  const listingIds = c.req.queries("listing_ids") ?? [];
  const path = paths.enquireSeveral({ listing_ids: listingIds });
  return renderForm(c, listingIds, getKeptValues(c, path));
});

/** From another site, the app would send the message in the visitor's name. */
severalRoutes.post(paths.enquireSeveral(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const values = readEnquiryValues(ctx, form);
  // The page that asks for a sign-in has the listings in its query.
  const listingIds = form.has("listing_ids") ? form.all("listing_ids") : (c.req.queries("listing_ids") ?? []);
  if (mustSignIn(c, form)) {
    const action = paths.enquireSeveral({ listing_ids: toOfferedIds(listingIds) });
    return renderSignInToSend(c, action, form);
  }
  // The boxes that were not ticked are not in the form.
  const loadOffered = () => loadRecipients(ctx, toOfferedIds([...listingIds, ...form.all("offered")]));
  if (isForgotten(c, form)) {
    const forgotten = { values: withoutContact(values), ...FORGOTTEN };
    return renderSeveralPage(c, { recipients: await loadOffered(), chosen: listingIds, ...forgotten });
  }
  const questions = findQuestions(c, form, listingIds);
  if (questions)
    return renderSeveralPage(c, {
      recipients: await loadOffered(),
      chosen: listingIds,
      values,
      ...questions,
    });
  const sent = await sendEnquiries(ctx, ctx.user, listingIds, readEnquiry(c, form));
  if (sent.ok) {
    const { guest } = sent.value;
    deleteKeptMessage(c);
    if (guest) rememberGuest(c, form, guest.email);
    return renderResults(c, { ...sent.value, values });
  }
  const refused = refusedFormProps(c, { refusal: sent.refusal, values });
  const props = { recipients: await loadOffered(), chosen: listingIds, ...refused };
  return renderSeveralPage(c, props, ERROR_STATUS[sent.refusal.code]);
});

/** Shows the form with the message that was sent to another teacher. */
severalRoutes.post(paths.enquireMore(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const values = { ...readEnquiryValues(c.var.ctx, form), remember: getGuestCookies(c).contact !== null };
  // Held as the first message was, whose sender may have pressed "Send it anyway" for the first teacher only.
  return renderForm(c, form.all("listing_ids"), { values, ...explainHeld(c, form) });
});

/** The language switch on that page leads here, without the message. */
severalRoutes.get(paths.enquireMore(), (c) =>
  c.redirect(localizePath(c.var.ctx.locale, paths.listings({ select: true })), 302),
);

/** Shows the form with the first listings ticked. `props` are those of a message that was sent to others. */
async function renderForm(
  c: C,
  listingIds: readonly string[],
  props: Pick<SeveralPageProps, "values" | "refused" | "isHeld"> = {},
) {
  const recipients = await loadRecipients(c.var.ctx, toOfferedIds(listingIds));
  const open = recipients.filter(({ status }) => status === "open");
  const chosen = open.slice(0, MAX_RECIPIENTS).map(({ listingId }) => listingId);
  return renderSeveralPage(c, { recipients, chosen, ...props });
}

/** What was sent and what was refused, by name. */
export async function splitResults(c: C, { guest, results }: SentEnquiries) {
  const { ctx } = c.var;
  const recipients = await loadRecipients(
    ctx,
    results.map(({ listingId }) => listingId),
  );
  const sent: (Recipient & { id: string; href: string | null })[] = [];
  const refused: RefusedRecipient[] = [];
  let firstRefusal: Refusal | null = null;
  for (const [index, { result }] of results.entries()) {
    const recipient = recipients[index];
    if (!recipient) continue;
    if (result.ok) {
      const { id } = result.value;
      sent.push({ ...recipient, id, href: toConversationPath(ctx, id, guest) });
    } else {
      firstRefusal ??= result.refusal;
      refused.push({ ...recipient, reason: explainRefusal(c, toNamedRefusal(result.refusal)) });
    }
  }
  const isPending = guest !== null && !guest.isConfirmed;
  return {
    sent,
    refused,
    firstRefusal: firstRefusal as Refusal | null,
    isFromAccount: guest === null,
    pendingEmail: isPending ? guest.email : null,
  };
}

/** Shows by name what was sent and what was refused, with the form for those who may still get the message. */
async function renderResults(c: C, { values, ...sentEnquiries }: SentEnquiries & { values: EnquiryValues }) {
  const { ctx } = c.var;
  const { guest } = sentEnquiries;
  const listingIds = sentEnquiries.results.map(({ listingId }) => listingId);
  const { firstRefusal, ...results } = await splitResults(c, sentEnquiries);
  const { sent, refused } = results;
  const open = refused.filter(({ status }) => status === "open");
  const isPending = results.pendingEmail !== null;
  if (isPending && refused.length === 0) return redirectToMailbox(c, sent);
  if (isPending) await keepPendingTokens(c, sent);
  const { message, name = "", adult, remember, email, ...learner } = values;
  const similar =
    open.length > 0 || sent.length === 0
      ? null
      : await loadSimilarTeachers(
          ctx,
          listingIds,
          {
            message,
            ...learner,
            ...(guest ? { name, email: guest.email, adult: "1" as const } : {}),
          },
          guest?.isConfirmed ? guest.email : null,
        );
  return renderSeveralPage(
    c,
    {
      recipients: open,
      chosen: open.map(({ listingId }) => listingId),
      results: { ...results, similar },
      values,
    },
    sent.length > 0 || !firstRefusal ? (isPending ? 202 : 200) : ERROR_STATUS[firstRefusal.code],
  );
}

/** The conversation for its sender; null for a guest who has not proved the address. */
function toConversationPath(ctx: Ctx, id: string, guest: SentEnquiries["guest"]): string | null {
  if (!guest) return paths.enquiry(id);
  return guest.isConfirmed
    ? paths.enquiry(id, { token: createGuestToken(ctx, { id, email: guest.email }) })
    : null;
}

/** The refusal for a listing that visitors may not see, with the text for a message. */
const toNamedRefusal = (refusal: Refusal): Refusal =>
  refusal.code === "not_found" ? { code: "gone", reason: "listing_gone" } : refusal;

const toOfferedIds = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, MAX_OFFERED);

async function renderSeveralPage(c: C, props: SeveralPageProps, status = 200) {
  const { ctx } = c.var;
  const head = {
    title: ctx.t("enquiries.several.title"),
    noindex: true,
    appCheck: ctx.user === null,
    isAfterSending: (props.results?.sent.length ?? 0) > 0,
  };
  const page = (
    <SeveralPage
      {...(await loadSenderProps(ctx, getGuestCookies(c)))}
      {...props}
      {...(ctx.user ? { submissionId: ctx.newId() } : {})}
    />
  );
  return renderPage(c, head, page, status);
}
