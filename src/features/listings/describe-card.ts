import { countyName } from "@/shared/codes";
import { formatLei, formatList } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { ListingCardRow } from "./listing-cards";

/** What a mail says about a listing, as rows of a table. */
export function describeCard(t: Translator, card: ListingCardRow): { term: string; details: string }[] {
  const places = [
    ...(card.county ? [countyName(card.county)] : []),
    ...(card.online ? [t("general.filters.flags.online.chip")] : []),
  ];
  return [
    { term: t("mail.card.teacher"), details: card.teacherName },
    { term: t("mail.card.place"), details: formatList(places, t.locale) },
    ...(card.pricePerHour === null
      ? []
      : [{ term: t("mail.card.price"), details: formatLei(card.pricePerHour, t.locale) }]),
  ];
}
