import type { ListingCardRow } from "@/features/listings";
import type { Translator } from "@/shared/i18n/translator";
import { formatReplyTime } from "@/shared/reply-time";

/** How fast the teacher of a card usually answers; without a time, whether the teacher is new. */
export function formatCardReplies(
  t: Translator,
  site: string,
  { replyMedianS, reviewCount }: ListingCardRow,
): string {
  if (replyMedianS !== null) return formatReplyTime(t, replyMedianS);
  return reviewCount === 0 ? t("enquiries.offer.newTeacher", { site }) : t("enquiries.offer.unknownReply");
}
