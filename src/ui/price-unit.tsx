import type { SessionMinutes } from "@/shared/codes";
import { formatHourlyLei } from "@/shared/format";
import { usePage } from "./page-context";

const HOUR_MINUTES = 60;

/** What follows the price as agreed with the teacher: "/ 90 min", and what an hour comes to if that differs. */
export function PriceUnit({
  sessionMinutes: minutes,
  pricePerHour,
}: {
  sessionMinutes: SessionMinutes;
  pricePerHour: number | null;
}) {
  const { t, locale } = usePage();
  if (minutes === HOUR_MINUTES) return ` ${t("general.card.perHour")}`;
  return (
    <>
      {` ${t("general.card.perSession", { minutes })} `}
      {pricePerHour === null ? null : (
        <small>{t("general.card.hourly", { price: formatHourlyLei(pricePerHour, locale) })}</small>
      )}
    </>
  );
}
