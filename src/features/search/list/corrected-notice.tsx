import type { SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import type { Correction } from "../correction/find-correction";
import { type ListMode, toListQuery } from "./active-filters";
import { SearchNotice } from "./search-notice";
import { formatUnderstood, type Understanding } from "./understood-notice";

/** A corrected text, and the filters of the address. */
export type AppliedCorrection = Correction & { typed: SearchFilters };

/** Says that another text was searched for than the typed one, and what it means, with the link to the typed one. */
export function CorrectedNotice({
  correction: { from, to, typed },
  understanding,
  isFound,
  mode: { isSelecting },
}: {
  correction: AppliedCorrection;
  understanding: Understanding | null;
  isFound: boolean;
  mode: ListMode;
}) {
  const { t } = usePage();
  const text = t(isFound ? "search.corrected.results" : "search.corrected.none", { to });
  return (
    <SearchNotice
      text={understanding?.use === "applied" ? `${text} ${formatUnderstood(t, understanding)}` : text}
      links={[[t("search.corrected.typed", { from }), toListQuery(typed, { isSelecting, isExact: true })]]}
    />
  );
}
