import type { ListingDetails } from "@/features/listings";
import { countyName, joinPlace } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import type { Description } from "@/ui/description-list";
import { ListingLocation } from "@/ui/listing-location";
import { Money } from "@/ui/money";

/** What reports are often about: the prices, the place, and whether a parent may be present. */
export const listListingFacts = (
  t: Translator,
  listing: Pick<
    ListingDetails,
    | "price"
    | "sessionMinutes"
    | "pricePerHour"
    | "county"
    | "neighbourhood"
    | "locations"
    | "online"
    | "parentPresent"
  >,
): (Description | false)[] => [
  listing.price !== null && {
    term: t("moderation.listings.lesson"),
    details: (
      <>
        <Money bani={listing.price} /> · {t("general.common.minutes", { minutes: listing.sessionMinutes })}
      </>
    ),
  },
  listing.pricePerHour !== null && {
    term: t("moderation.listings.perHour"),
    details: <Money bani={listing.pricePerHour} />,
  },
  { term: t("moderation.listings.place"), details: <ListingLocation listing={listing} /> },
  // `ListingLocation` leaves it out.
  listing.locations.length === 0 &&
    listing.county !== null && {
      term: t("general.fields.county"),
      details: joinPlace(countyName(listing.county), listing.neighbourhood),
    },
  {
    term: t("general.filters.codes.location.label"),
    details: listing.locations.map((code) => t(`general.locations.${code}`)).join(", "),
  },
  {
    term: t("general.fields.parent_present"),
    details: t(listing.parentPresent ? "general.common.yes" : "public-pages.listing.details.parentUnknown"),
  },
];
