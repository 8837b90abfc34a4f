import type { Ctx } from "@/context";
import { describeCard, type ListingCardRow } from "@/features/listings";
import type { MailComposer } from "@/features/mail";
import { formatList } from "@/shared/format";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { createOfferToken, findOffer, listOffered, MAX_OFFERED } from "./find-offer";
import { formatCardReplies } from "./format-card-replies";
import type { OfferPayload } from "./offer-teachers";

/**
 * Composes the offer of other teachers when it is delivered: up to three who fit now, or else the offer of an alert. It
 * names the teachers of all its enquiries that still wait. Null if none does: there is an answer, the conversation was
 * closed or reported, or its sender is gone or has another address.
 */
export const composeOffer: MailComposer = async (ctx, { payload, recipient }) => {
  const { enquiryIds } = payload as OfferPayload;
  const found = await Promise.all(enquiryIds.map((id) => findOffer(ctx, id)));
  const waiting = found.flatMap((one) => (one?.isUnanswered === 1 && one.email === recipient ? one : []));
  const [offer] = waiting;
  if (!offer) return null;
  const cards = await listOffered(ctx, offer, { max: MAX_OFFERED });
  const { id, locale } = offer;
  const path = paths.enquiryOffer(id, { token: createOfferToken(ctx, offer) });
  return {
    template: cards.length > 0 ? "enquiry_offer" : "enquiry_offer_alert",
    locale,
    params: {
      teacher: formatList([...new Set(waiting.map(({ teacherName }) => teacherName))], locale),
      others: ctx.translator(locale).count("mail.otherTeachers", cards.length),
    },
    tables: toOfferTables(ctx, locale, cards),
    actionPath: path,
  };
};

/** The offered teachers in a mail. */
export function toOfferTables(ctx: Ctx, locale: Locale, cards: readonly ListingCardRow[]) {
  const t = ctx.translator(locale);
  return cards.map((card) => ({
    title: card.title,
    url: ctx.config.SITE_URL + localizePath(locale, paths.listing(card.id)),
    rows: [
      ...describeCard(t, card),
      { term: t("mail.card.replies"), details: formatCardReplies(t, ctx.config.SITE_NAME, card) },
    ],
  }));
}
