import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import type { Correction } from "../correction/find-correction";
import { type ListMode, toListQuery } from "./active-filters";
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
  const { t, url } = usePage();
  return (
    <p className="understood">
      <span data-announced="">
        {t(isFound ? "search.corrected.results" : "search.corrected.none", { to })}
        {understanding?.use === "applied" ? ` ${formatUnderstood(t, understanding)}` : null}
      </span>{" "}
      <a
        href={url(paths.listings(toListQuery(typed, { isSelecting, isExact: true })))}
        rel="nofollow"
        data-follow=""
      >
        {t("search.corrected.typed", { from })}
      </a>
    </p>
  );
}
