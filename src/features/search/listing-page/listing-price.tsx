import type { ListingDetails } from "@/features/listings";
import { formatLei } from "@/shared/format";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";

const HOUR_MINUTES = 60;

/** The price per hour, and the price of one session if that differs. */
export function ListingPrice({ listing }: { listing: ListingDetails }) {
  const { t, locale } = usePage();
  const { price, sessionMinutes } = listing;
  if (price === null) return null;
  return (
    <div>
      <PricePerHour listing={listing} />
      {sessionMinutes === HOUR_MINUTES ? null : (
        <p className="muted small">
          {t("search.listing.session", { price: formatLei(price, locale), minutes: sessionMinutes })}
        </p>
      )}
    </div>
  );
}

export function PricePerHour({ listing }: { listing: ListingDetails }) {
  const { t } = usePage();
  return listing.pricePerHour === null ? null : (
    <p className="price">
      <strong>
        <Money bani={listing.pricePerHour} />
      </strong>{" "}
      {t("search.listing.perHour")}
    </p>
  );
}
