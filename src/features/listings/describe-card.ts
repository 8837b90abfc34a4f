import { countyName, joinPlace } from "@/shared/codes";
import { formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import type { ListingCardRow } from "./listing-cards";

/** Where the lessons are: "Cluj, Zorilor, only in person", "Cluj, Zorilor or online", "online". */
function formatCardPlace(
  t: Translator,
  { county, neighbourhood, locations, online }: ListingCardRow,
): string {
  if (!county || locations.length === 0) return t("general.card.online");
  const place = joinPlace(countyName(county), neighbourhood);
  return t(`mail.card.${online ? "orOnline" : "onlyInPerson"}`, { place });
}

/** What a mail says about a listing, as rows of a table. */
export function describeCard(t: Translator, card: ListingCardRow): { term: string; details: string }[] {
  return [
    { term: t("mail.card.teacher"), details: card.teacherName },
    { term: t("mail.card.place"), details: formatCardPlace(t, card) },
    ...(card.pricePerHour === null
      ? []
      : [{ term: t("mail.card.price"), details: formatLei(card.pricePerHour, t.locale) }]),
  ];
}
