import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { getGuestCookies } from "@/http/guest-cookies";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { isMinor } from "@/shared/dates";
import { ERROR_STATUS, invalid, ok, type Refusal, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { normaliseLines } from "@/shared/text";
import { toLearnerSearch } from "../form/to-learner-search";
import { createAddressProof, findProvenAddress } from "../guests/address-proof";
import { refusedFormProps } from "../sending/enquire-routes";
import { type EnquiryResult, type SentEnquiries, sendEnquiries } from "../sending/send-enquiries";
import type { SentRecipient } from "../several/several-page";
import { splitResults } from "../several/several-routes";
import {
  findOfferByLink,
  findOtherOfferPath,
  listOffered,
  listSentSince,
  listWrittenSince,
  MAX_OFFERED,
  type Offer,
  type OfferedEnquiry,
  toOffer,
} from "./find-offer";
import { OfferPage, OfferRefusedPage } from "./offer-page";

/**
 * The mailed link with other teachers for an unanswered message. It works without signing in; opening it changes
 * nothing.
 */
export const offerRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Listings among which a form may choose: those of the page, which may have been opened earlier. */
const MAX_FITTING = 60;

offerRoutes.get(paths.enquiryOffer(":id"), async (c) => {
  const { ctx } = c.var;
  const enquiry = await findOfferByLink(ctx, idParam(c), c.req.query("token") ?? "");
  const offer = enquiry && toOffer(enquiry);
  const other = enquiry && !offer?.isUnanswered ? await findOtherOfferPath(ctx, enquiry) : null;
  if (other) return seeOther(c, other);
  return offer ? renderOffer(c, offer) : renderRefused(c, enquiry);
});

/** From another site, the app would send the message in the sender's name. */
offerRoutes.post(paths.enquiryOffer(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const enquiry = await findOfferByLink(ctx, idParam(c), form.text("token"));
  const offer = enquiry && toOffer(enquiry);
  const values = { message: form.text("message") };
  if (!offer) return renderRefused(c, enquiry, values.message);
  const chosen = [...new Set(form.all("listing_ids"))].slice(0, MAX_OFFERED);
  if (chosen.length === 0) {
    const { refusal } = invalid([{ field: "listing_ids", code: "recipients_required" }]);
    return renderOffer(c, offer, refusedFormProps(c, { refusal, values }), refusal);
  }
  // In this order: a teacher written to between the two is found by the second one.
  const fitting = await listOffered(ctx, offer, { max: MAX_FITTING });
  const written = await listWrittenSince(ctx, offer, chosen);
  const fits = (listingId: string) => fitting.some(({ id }) => id === listingId);
  const isWritten = (listingId: string) => written.some((enquiry) => enquiry.listingId === listingId);
  const open = chosen.filter((listingId) => fits(listingId) && !isWritten(listingId));
  const message = normaliseLines(values.message);
  const others = chosen
    .filter((listingId) => !open.includes(listingId))
    .map((listingId): EnquiryResult => {
      const same = written.find((enquiry) => enquiry.listingId === listingId && enquiry.text === message);
      if (same) return { listingId, result: ok({ id: same.id }) };
      const reason = isWritten(listingId) ? "already_written" : "no_longer_fits";
      return { listingId, result: refuse("invalid", { reason }) };
    });
  const { sender, guestEmail, guestName, about, parentEmail } = offer;
  const guest = guestEmail === null ? null : { email: guestEmail, isConfirmed: true };
  if (open.length === 0) return renderResults(c, offer, { guest, results: others }, { values });
  const sent = await sendEnquiries({ ...ctx, locale: offer.locale }, sender, open, {
    message: values.message,
    learner: about ?? undefined,
    // Since the first message, the learner may have come of age or taken over the address.
    parentEmail:
      isMinor(sender?.birthDate ?? null, ctx.now) && parentEmail !== offer.email
        ? (parentEmail ?? undefined)
        : undefined,
    confirmContact: form.has("confirm_contact"),
    // A double click creates one enquiry for each teacher.
    submissionId: JSON.stringify([offer.id, message]),
    // The link was mailed to this address, whose owner stated the age with the first message.
    appCheck: null,
    ...(guestEmail === null
      ? {}
      : {
          name: guestName,
          email: guestEmail,
          adult: true,
          addressProof: createAddressProof(ctx, guestEmail, ctx.now),
        }),
  });
  if (sent.ok)
    return renderResults(c, offer, { guest, results: [...sent.value.results, ...others] }, { values });
  const refused = { chosen: open, ...refusedFormProps(c, { refusal: sent.refusal, values }) };
  return others.length === 0
    ? renderOffer(c, offer, refused, sent.refusal)
    : renderResults(c, offer, { guest, results: others }, refused, sent.refusal);
});

/** Shows what was sent and what was not, with the form for those who may still get the message. */
async function renderResults(
  c: C,
  offer: Offer,
  sentEnquiries: SentEnquiries,
  form: FormProps,
  refusal?: Refusal,
) {
  const { firstRefusal, ...results } = await splitResults(c, sentEnquiries);
  const { sent, refused } = results;
  const chosen = form.chosen ?? refused.map(({ listingId }) => listingId);
  return renderOffer(
    c,
    offer,
    { ...form, chosen, results: { ...results, sent: hideLinks(c, offer, sent) } },
    refusal ?? (sent.length > 0 ? undefined : (firstRefusal ?? undefined)),
  );
}

/** The link leads a guest to no conversation, unless this browser proved the address. */
const hideLinks = <T extends SentRecipient>(c: C, { guestEmail }: Offer, sent: readonly T[]): T[] =>
  guestEmail === null || findProvenAddress(c.var.ctx, getGuestCookies(c)) === guestEmail
    ? [...sent]
    : sent.map((recipient) => ({ ...recipient, href: null }));

/** The teachers to whom the sender wrote since the offer. */
async function loadWritten(c: C, offer: Offer): Promise<SentRecipient[]> {
  const { ctx } = c.var;
  const enquiries = await listSentSince(ctx, offer);
  const guest = offer.guestEmail === null ? null : { email: offer.guestEmail, isConfirmed: true };
  const results = enquiries.map(({ listingId, id }) => ({ listingId, result: ok({ id }) }));
  const { sent } = await splitResults(c, { guest, results });
  const answered = new Set(enquiries.filter(({ isAnswered }) => isAnswered).map(({ id }) => id));
  return hideLinks(
    c,
    offer,
    sent.map((recipient) => ({ ...recipient, isAnswered: answered.has(recipient.id) })),
  );
}

type FormProps = Partial<
  Pick<Parameters<typeof OfferPage>[0], "chosen" | "values" | "errors" | "refused" | "isHeld" | "results">
>;

async function renderOffer(c: C, offer: Offer, form: FormProps = {}, refusal?: Refusal) {
  const { ctx } = c.var;
  const { chosen = [], values, results } = form;
  const token = c.req.query("token") ?? (await readForm(c)).text("token");
  // A text that was typed keeps its form, also if there is an answer meanwhile.
  const fitting = offer.isUnanswered || values ? await listOffered(ctx, offer, { max: MAX_FITTING }) : [];
  const isChosen = ({ id }: { id: string }) => chosen.includes(id);
  const written = results ? [] : await loadWritten(c, offer);
  const unchosen = results ? [] : fitting.filter((card) => !isChosen(card));
  return renderPage(
    c,
    toHead(c),
    <OfferPage
      offer={offer}
      token={token}
      cards={[...fitting.filter(isChosen), ...unchosen].slice(0, MAX_OFFERED)}
      written={written}
      now={ctx.now}
      search={toLearnerSearch(offer.listing, offer.learnerGrade)}
      {...form}
    />,
    toFormStatus(refusal),
  );
}

const toHead = ({ var: { ctx } }: C) => ({ title: ctx.t("enquiries.offer.title"), secret: true });

/** The link is wrong, or the account of the enquiry's teacher was erased. Keeps a message that was typed. */
const renderRefused = (c: C, enquiry: OfferedEnquiry | null, message = "") =>
  renderPage(
    c,
    toHead(c),
    <OfferRefusedPage isErased={enquiry !== null} message={message} />,
    ERROR_STATUS[enquiry ? "gone" : "malformed"],
  );
