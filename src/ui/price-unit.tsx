import type { SessionMinutes } from "@/shared/codes";
import { formatHourlyLei } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { usePage } from "./page-context";

const HOUR_MINUTES = 60;

type PriceUnitTexts = {
  /** Minutes of a session; null for an hour. */
  minutes: string | null;
  /** The price of an hour; null if the session has one. */
  hourly: string | null;
};

export function toPriceUnit(
  { sessionMinutes, pricePerHour }: { sessionMinutes: SessionMinutes; pricePerHour: number | null },
  locale: Locale,
): PriceUnitTexts {
  if (sessionMinutes === HOUR_MINUTES) return { minutes: null, hourly: null };
  const hourly = pricePerHour === null ? null : formatHourlyLei(pricePerHour, locale);
  return { minutes: String(sessionMinutes), hourly };
}

/** What follows the price as agreed with the teacher: "/ 90 min", and what an hour comes to if that differs. */
export function PriceUnit({ minutes, hourly }: PriceUnitTexts) {
  const { t } = usePage();
  return (
    <>
      {` ${minutes === null ? t("general.card.perHour") : t("general.card.perSession", { minutes })}`}
      {hourly === null ? null : <small>{t("general.card.hourly", { price: hourly })}</small>}
    </>
  );
}
