import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import type { Correction } from "../correction/find-correction";
import { type ListMode, toListQuery } from "./active-filters";

/** A corrected text, and the filters of the address. */
export type AppliedCorrection = Correction & { typed: SearchFilters };

/** Says that another text was searched for than the typed one, with the link to search for that. */
export function CorrectedNotice({
  correction: { from, to, typed },
  isFound,
  mode,
}: {
  correction: AppliedCorrection;
  isFound: boolean;
  mode: ListMode;
}) {
  const { t, url } = usePage();
  return (
    <p className="understood" data-announced="">
      {t(isFound ? "search.corrected.results" : "search.corrected.none", { to })}{" "}
      <a
        href={url(paths.listings(toListQuery(typed, { ...mode, isExact: true })))}
        rel="nofollow"
        data-follow=""
      >
        {t("search.corrected.typed", { from })}
      </a>
    </p>
  );
}
