import { describeCard } from "@/features/listings";
import type { MailComposer } from "@/features/mail";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { createOfferToken, findOffer, listOffered, MAX_OFFERED } from "./find-offer";
import { formatCardReplies } from "./format-card-replies";

/**
 * Composes the offer of other teachers when it is delivered: up to three who fit now, or else the offer of an alert. Null
 * if there is an answer, the conversation was closed or reported, or its sender is gone or has another address.
 */
export const composeOffer: MailComposer = async (ctx, { payload, recipient }) => {
  const offer = await findOffer(ctx, (payload as { enquiryId: string }).enquiryId);
  if (offer?.isUnanswered !== 1 || offer.email !== recipient) return null;
  const cards = await listOffered(ctx, offer, { max: MAX_OFFERED });
  const { id, locale, teacherName, listing } = offer;
  const t = ctx.translator(locale);
  const path = paths.enquiryOffer(id, { token: createOfferToken(ctx, offer) });
  return {
    template: cards.length > 0 ? "enquiry_offer" : "enquiry_offer_alert",
    locale,
    params: {
      teacher: teacherName,
      title: listing.title,
      others: t.count("mail.enquiry_offer.others", cards.length),
    },
    tables: cards.map((card) => ({
      title: card.title,
      url: ctx.config.SITE_URL + localizePath(locale, paths.listing(card.id)),
      rows: [
        ...describeCard(t, card),
        { term: t("mail.card.replies"), details: formatCardReplies(t, ctx.config.SITE_NAME, card) },
      ],
    })),
    actionPath: path,
  };
};
