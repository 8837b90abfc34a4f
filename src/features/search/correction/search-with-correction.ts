import type { Ctx } from "@/context";
import type { SearchQuery } from "@/shared/schemas/search";
import type { Matches } from "../matching/list-matches";
import type { UnderstoodSearch } from "../understanding/understand-search";
import type { Correction } from "./find-correction";

type FoundSearch = Pick<UnderstoodSearch, "understood"> & { matches: Pick<Matches, "total"> };

/**
 * Runs a search and, only if that finds nothing, for the exact words, and then for the text that was probably meant. An
 * exact search is never corrected. Loads the code of corrections at the first use.
 */
export async function searchWithCorrection<T extends FoundSearch, Q extends SearchQuery>(
  ctx: Pick<Ctx, "db" | "now">,
  typed: Q,
  search: (query: Q) => Promise<T>,
): Promise<T & { corrected: Correction | null }> {
  const asUnderstood = await search(typed);
  const { filters, exact } = typed;
  const isFound = asUnderstood.matches.total !== 0;
  if (isFound || exact || filters.q === "") return { ...asUnderstood, corrected: null };
  if (asUnderstood.understood.length > 0) {
    const asTyped = await search({ ...typed, exact: true });
    if (asTyped.matches.total !== 0) return { ...asTyped, corrected: null };
  }
  const { findCorrection } = await import("./find-correction");
  const corrected = await findCorrection(ctx, filters.q);
  if (!corrected) return { ...asUnderstood, corrected };
  return { ...(await search({ ...typed, filters: { ...filters, q: corrected.to } })), corrected };
}
