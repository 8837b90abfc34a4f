import type { ListingDetails } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatLei } from "@/shared/format";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";

/** Price per hour, large, and what one session costs where that is not the same. */
export function ListingPrice({ listing }: { listing: ListingDetails }) {
  const { t, locale } = usePage();
  const { price, pricePerHour, sessionMinutes } = listing;
  if (price === null || pricePerHour === null) return null;
  return (
    <div className="listing-price">
      <p className="listing-price__hour">
        <strong className="money">{formatLei(pricePerHour, locale)}</strong> {t("listing.perHour")}
      </p>
      <p className="muted small">
        {t("listing.session", { price: formatLei(price, locale), minutes: sessionMinutes })}
      </p>
    </div>
  );
}

/** Subject, levels, where and since when. */
export function ListingFacts({ listing }: { listing: ListingDetails }) {
  const { t } = usePage();
  const places = listing.locations.map((code) => t(`general.locations.${code}`));
  const where = [...places, ...(listing.online ? [t("listing.facts.online")] : [])];
  return (
    <DescriptionList
      items={[
        { term: t("listing.facts.subject"), details: t(`general.subjects.${listing.subject}`) },
        {
          term: t("listing.facts.levels"),
          details: listing.levels.map((code) => t(`general.levels.${code}`)).join(", "),
        },
        { term: t("listing.facts.places"), details: where.join(", ") },
        { term: t("listing.facts.county"), details: listing.county ? countyName(listing.county) : null },
        { term: t("listing.facts.neighbourhood"), details: listing.neighbourhood },
        {
          term: t("listing.facts.session"),
          details: t("general.words.minutes", { minutes: listing.sessionMinutes }),
        },
        listing.publishedTs !== null && {
          term: t("listing.facts.published"),
          details: <Time ts={listing.publishedTs} />,
        },
      ]}
    />
  );
}
