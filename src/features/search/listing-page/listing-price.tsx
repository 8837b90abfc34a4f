import type { ListingDetails } from "@/features/listings";
import { formatHourlyLei } from "@/shared/format";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";

const HOUR_MINUTES = 60;

/** The price as agreed with the teacher, "80 lei / 90 min", and what an hour comes to if that differs. */
export function ListingPrice({ listing }: { listing: ListingDetails }) {
  const { t, locale } = usePage();
  const { price, pricePerHour, sessionMinutes } = listing;
  if (price === null || pricePerHour === null) return null;
  const isHourly = sessionMinutes === HOUR_MINUTES;
  return (
    <p className="price">
      <strong>
        <Money bani={price} />
      </strong>
      {` ${isHourly ? t("general.card.perHour") : t("general.card.perSession", { minutes: sessionMinutes })}`}
      {isHourly ? null : (
        <small>{t("general.card.hourly", { price: formatHourlyLei(pricePerHour, locale) })}</small>
      )}
    </p>
  );
}
