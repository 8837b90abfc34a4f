import type { ListingDetails } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatLei } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { DescriptionList } from "@/ui/description-list";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";

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

export function ListingFacts({ listing }: { listing: ListingDetails }) {
  const { t, locale } = usePage();
  const locations = listing.locations.map((code) => t(`general.locations.${code}`));
  const where = [...locations, ...(listing.online ? [t("search.listing.details.online")] : [])];
  return (
    <DescriptionList
      items={[
        { term: t("search.listing.details.subject"), details: t(`general.subjects.${listing.subject}`) },
        {
          term: t("search.listing.details.levels"),
          details: listing.levels.map((code) => t(`general.levels.${code}`)).join(", "),
        },
        { term: t("search.listing.details.places"), details: joinLabels(where, locale) },
        {
          term: t("search.listing.details.county"),
          details: listing.county ? countyName(listing.county) : null,
        },
        { term: t("search.listing.details.neighbourhood"), details: listing.neighbourhood },
        {
          term: t("search.listing.details.session"),
          details: t("general.common.minutes", { minutes: listing.sessionMinutes }),
        },
        listing.publishedTs !== null && {
          term: t("search.listing.details.published"),
          details: <Time ts={listing.publishedTs} />,
        },
      ]}
    />
  );
}

/** Labels as one enumeration: only the first keeps its capital letter. */
const joinLabels = (labels: readonly string[], locale: Locale): string =>
  labels
    .map((label, n) => (n === 0 ? label : label.charAt(0).toLocaleLowerCase(locale) + label.slice(1)))
    .join(", ");
