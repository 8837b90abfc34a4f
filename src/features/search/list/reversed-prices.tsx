import type { SearchFilters } from "@/shared/schemas/search";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type ListMode, toListQuery } from "../filters/list-query";
import { SearchNotice } from "./search-notice";

/** Says that the lowest price is above the highest, with links that swap or remove them. Else renders nothing. */
export function ReversedPrices({ filters, mode }: { filters: SearchFilters; mode: ListMode }) {
  const { t } = usePage();
  const { min, max } = filters;
  if (min === null || max === null || min <= max) return null;
  return (
    <Notice tone="warning">
      <SearchNotice
        text={t("search.reversedPrices.text", {
          from: t.count("general.filters.from", min),
          upTo: t.count("general.filters.upTo", max),
        })}
        links={[
          [t("search.reversedPrices.swap"), toListQuery({ ...filters, min: max, max: min }, mode)],
          [t("search.reversedPrices.remove"), toListQuery({ ...filters, min: null, max: null }, mode)],
        ]}
      />
    </Notice>
  );
}
