import type { ListingDetails } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatFullName, formatLei } from "@/shared/format";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { truncateText } from "@/shared/text";

/** Approximate length of a description in search results, in characters. */
const DESCRIPTION_LENGTH = 160;

/** Title and description of a listing's page for search engines. */
export function buildListingMetadata(
  t: Translator,
  listing: ListingDetails,
): { title: string; description: string } {
  const { title, locations, online, pricePerHour } = listing;
  const subject = t(`general.subjects.${listing.subject}`);
  const county = listing.county && locations.length > 0 ? countyName(listing.county) : null;
  const where = [
    ...(county ? [county] : []),
    ...(online ? [t("public-pages.listing.details.online")] : []),
  ].join(", ");
  const description = t("public-pages.listing.description", {
    subject,
    teacher: formatFullName(listing.owner),
    place: where,
    price: formatLei(pricePerHour ?? 0, t.locale),
    text: listing.description.replace(/\s+/g, " "),
  });
  return {
    title: county
      ? t("public-pages.listing.title", { title, subject, county })
      : t("public-pages.listing.titleOnline", { title, subject }),
    description: truncateText(description, DESCRIPTION_LENGTH),
  };
}

/**
 * Structured data of a listing for search engines; only what the page shows. `site` is the site's origin.
 * https://schema.org/Service
 */
export function buildListingData(t: Translator, listing: ListingDetails, site: string, url: string): object {
  const { id, title, description, subject, county, pricePerHour, images } = listing;
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    name: title,
    description,
    url,
    serviceType: t(`general.subjects.${subject}`),
    provider: {
      "@type": "Person",
      name: formatFullName(listing.owner),
      url: site + localizePath(t.locale, paths.teacher(listing.owner.id)),
    },
    ...(county ? { areaServed: { "@type": "AdministrativeArea", name: countyName(county) } } : {}),
    ...(images.length > 0 ? { image: images.map(({ file }) => site + paths.listingImage(id, file)) } : {}),
    offers: {
      "@type": "Offer",
      url,
      availability: "https://schema.org/InStock",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: (pricePerHour ?? 0) / 100,
        priceCurrency: "RON",
        // UN/CEFACT code of an hour
        unitCode: "HUR",
      },
    },
  };
}
