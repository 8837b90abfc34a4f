import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type ListMode, toListQuery } from "./active-filters";

/** Says that the lowest price is above the highest, with links that swap or remove them. Else renders nothing. */
export function ReversedPrices({ filters, mode }: { filters: SearchFilters; mode: ListMode }) {
  const { t, url } = usePage();
  const { min, max } = filters;
  if (min === null || max === null || min <= max) return null;
  const link = (text: string, prices: Pick<SearchFilters, "min" | "max">) => (
    <a href={url(paths.listings(toListQuery({ ...filters, ...prices }, mode)))} rel="nofollow" data-follow="">
      {text}
    </a>
  );
  return (
    <Notice tone="warning">
      <p data-announced="">
        {t("search.reversedPrices.text", {
          from: t.count("general.filters.from", min),
          upTo: t.count("general.filters.upTo", max),
        })}
      </p>
      <p>
        {link(t("search.reversedPrices.swap"), { min: max, max: min })}
        {" · "}
        {link(t("search.reversedPrices.remove"), { min: null, max: null })}
      </p>
    </Notice>
  );
}
