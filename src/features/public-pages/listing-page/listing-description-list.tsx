import type { ListingDetails } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatLanguages } from "@/shared/format-language";
import type { Locale } from "@/shared/i18n/locales";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { AvailabilityGrid } from "./availability-grid";

export function ListingDescriptionList({ listing }: { listing: ListingDetails }) {
  const { t, locale } = usePage();
  const locations = listing.locations.map((code) => t(`general.locations.${code}`));
  const where = [...locations, ...(listing.online ? [t("public-pages.listing.details.online")] : [])];
  return (
    <DescriptionList
      compact
      items={[
        {
          term: t("public-pages.listing.details.subject"),
          details: t(`general.subjects.${listing.subject}`),
        },
        {
          term: t("public-pages.listing.details.levels"),
          details: listing.levels.map((code) => t(`general.levels.${code}`)).join(", "),
        },
        { term: t("public-pages.listing.details.places"), details: joinLabels(where, locale) },
        {
          term: t("public-pages.listing.details.county"),
          details: listing.county ? countyName(listing.county) : null,
        },
        { term: t("public-pages.listing.details.neighbourhood"), details: listing.neighbourhood },
        {
          term: t("public-pages.listing.details.session"),
          details: t("general.common.minutes", { minutes: listing.sessionMinutes }),
        },
        {
          term: t("public-pages.listing.details.formats"),
          details: joinLabels(
            listing.formats.map((code) => t(`general.formats.${code}`)),
            locale,
          ),
        },
        {
          term: t("general.fields.languages"),
          details: formatLanguages(t, listing.owner.languages),
        },
        listing.availability.length > 0 && {
          term: t("public-pages.listing.details.availability"),
          details: <AvailabilityGrid slots={listing.availability} />,
        },
        listing.trial !== "none" && {
          term: t("general.fields.trial"),
          details: t(`public-pages.listing.details.trials.${listing.trial}`),
        },
        (listing.parentPresent || listing.locations.length > 0) && {
          term: t("public-pages.listing.details.parent"),
          details: listing.parentPresent
            ? t("general.fields.parent_present")
            : t("public-pages.listing.details.parentUnknown"),
        },
        listing.receipt && {
          term: t("public-pages.listing.details.payment"),
          details: t("general.filters.flags.receipt.label"),
        },
        listing.publishedTs !== null && {
          term: t("public-pages.listing.details.published"),
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
