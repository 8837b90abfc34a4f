import type { SearchFilters } from "@/shared/schemas/search";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type ListMode, toListQuery } from "./active-filters";
import { SearchNotice } from "./search-notice";

/** Says that the lowest price is above the highest, with a link that swaps them. Else renders nothing. */
export function ReversedPrices({ filters, mode }: { filters: SearchFilters; mode: ListMode }) {
  const { t } = usePage();
  const { min, max } = filters;
  if (min === null || max === null || min <= max) return null;
  return (
    <Notice tone="warning">
      <SearchNotice
        text={t("search.reversedPrices.text")}
        links={[[t("search.reversedPrices.swap"), toListQuery({ ...filters, min: max, max: min }, mode)]]}
      />
    </Notice>
  );
}
