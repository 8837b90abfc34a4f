import type { ReactNode } from "react";
import type { ListingCardRow } from "@/features/listings";
import { countyName } from "@/shared/codes";
import { formatAmount } from "@/shared/format";
import { formatLevelChoice } from "@/shared/format-level-list";
import type { Translator } from "@/shared/i18n/translator";
import type { SearchFilters } from "@/shared/schemas/search";
import { CardGrid, type CardOptions } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import type { CloseListing } from "../next-steps/list-close-listings";

/** Listings that miss one filter, apart from the results, each with what it misses. Renders nothing without any. */
export function CloseListings({
  listings,
  filters,
  now,
  requestLink = null,
  ...options
}: Pick<CardOptions, "selectForm" | "writtenTo"> & {
  listings: readonly CloseListing[];
  filters: SearchFilters;
  /** A link to the form of a request, if there are no results. */
  requestLink?: ReactNode;
  /** ms */
  now: number;
}) {
  const { t } = usePage();
  if (listings.length === 0) return null;
  const isInstead = requestLink !== null;
  return (
    <section className={isInstead ? "close-listings" : "close-listings close-listings--apart"}>
      <h2>{t(isInstead ? "search.empty.title" : "search.close.title")}</h2>
      <p className="muted">
        {t(isInstead ? "search.empty.close" : "search.close.text")}
        {filters.county !== null && listings.some(({ card }) => card.county !== filters.county)
          ? ` ${t("search.close.otherCounties")}`
          : null}{" "}
        {requestLink}
      </p>
      <CardGrid
        cards={listings.map(({ card, misses }) => ({ ...card, note: formatMiss(t, filters, card, misses) }))}
        now={now}
        wantedLevels={filters.level}
        {...options}
      />
    </section>
  );
}

/** "5 lei an hour above your budget" */
function formatMiss(
  t: Translator,
  { level, min, max }: SearchFilters,
  { pricePerHour, locations, county }: ListingCardRow,
  misses: CloseListing["misses"],
): string {
  if (misses === "place") return t("search.close.place", { county: county ? countyName(county) : "" });
  if (misses === "level") return t("search.close.level", { levels: formatLevelChoice(t, level) });
  if (misses === "location") return t(`search.close.${locations.length > 0 ? "location" : "onlyOnline"}`);
  if (misses !== "price") return t(`search.close.${misses}`);
  const price = pricePerHour ?? 0;
  const isAbove = max !== null && price > max * 100;
  const difference = isAbove ? price - max * 100 : (min ?? 0) * 100 - price;
  return t.count(`search.close.${isAbove ? "above" : "below"}`, difference / 100, {
    lei: formatAmount(Math.round(difference), t.locale),
  });
}
