import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { toSimilarSearch } from "@/features/listings";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, invalid, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { createGuestToken } from "../guest-token";
import { createAddressProof } from "../guests/address-proof";
import { refusedFormProps } from "../sending/enquire-routes";
import { type SentEnquiries, sendEnquiries } from "../sending/send-enquiries";
import { splitResults } from "../several/several-routes";
import { findOfferByLink, listOffered, MAX_OFFERED, type Offer } from "./find-offer";
import { OfferPage, OfferRefusedPage } from "./offer-page";

/** The mailed link with other teachers for an unanswered message. It works without signing in; opening it changes nothing. */
export const offerRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Listings among which a form may choose: those of the page, which may have been opened earlier. */
const MAX_FITTING = 60;

offerRoutes.get(paths.enquiryOffer(":id"), async (c) => {
  const offer = await findOfferByLink(c.var.ctx, idParam(c), c.req.query("token") ?? "");
  return offer ? renderOffer(c, offer) : renderRefused(c);
});

/** From another site, the app would send the message in the sender's name. */
offerRoutes.post(paths.enquiryOffer(":id"), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const offer = await findOfferByLink(ctx, idParam(c), form.text("token"));
  if (!offer) return renderRefused(c);
  const fitting = await listOffered(ctx, offer, { max: MAX_FITTING, written: true });
  const typed = form.all("listing_ids");
  const chosen = typed
    .filter((listingId) => fitting.some(({ id }) => id === listingId))
    .slice(0, MAX_OFFERED);
  const message = form.text("message");
  const refuse = (refusal: Refusal) =>
    renderOffer(c, offer, { chosen, ...refusedFormProps(c, { refusal, values: { message } }) }, refusal);
  if (chosen.length === 0)
    return refuse(invalid([{ field: "listing_ids", code: "required", choice: true }]).refusal);
  const { sender, guestEmail, guestName, about, parentEmail } = offer;
  const sent = await sendEnquiries({ ...ctx, user: sender, locale: offer.locale }, chosen, {
    message,
    learner: about ?? undefined,
    parentEmail: parentEmail ?? undefined,
    confirmContact: form.has("confirm_contact"),
    // The same text sent twice creates one enquiry for each teacher.
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
  return sent.ok ? renderSent(c, offer, sent.value) : refuse(sent.refusal);
});

async function renderSent(c: C, offer: Offer, sentEnquiries: SentEnquiries) {
  const results = await splitResults(c, sentEnquiries);
  const page = (
    <OfferPage
      offer={offer}
      conversationPath={null}
      cards={[]}
      results={results}
      token=""
      search={toSimilarSearch(offer.listing)}
    />
  );
  const status =
    results.sent.length > 0 || !results.firstRefusal ? 200 : ERROR_STATUS[results.firstRefusal.code];
  return renderPage(c, toHead(c), page, status);
}

async function renderOffer(
  c: C,
  offer: Offer,
  form: Partial<
    Pick<Parameters<typeof OfferPage>[0], "chosen" | "values" | "errors" | "refused" | "isHeld">
  > = {},
  refusal?: Refusal,
) {
  const { ctx } = c.var;
  const { id, guestEmail, listing, isUnanswered } = offer;
  const token = c.req.query("token") ?? (await readForm(c)).text("token");
  const cards = isUnanswered ? await listOffered(ctx, offer, { max: MAX_OFFERED }) : [];
  const guestToken = guestEmail === null ? {} : { token: createGuestToken(ctx, { id, email: guestEmail }) };
  return renderPage(
    c,
    toHead(c),
    <OfferPage
      offer={offer}
      token={token}
      cards={cards}
      now={ctx.now}
      search={toSimilarSearch(listing)}
      conversationPath={paths.enquiry(id, guestToken)}
      values={{ message: offer.message }}
      {...form}
    />,
    toFormStatus(refusal),
  );
}

const toHead = ({ var: { ctx } }: C) => ({ title: ctx.t("enquiries.offer.title"), secret: true });

const renderRefused = (c: C) => renderPage(c, toHead(c), <OfferRefusedPage />, ERROR_STATUS.malformed);
