import type { Ctx } from "@/context";
import type { SearchQuery } from "@/shared/schemas/search";
import type { Matches } from "../matching/list-matches";
import type { Correction } from "./find-correction";

/**
 * Runs a search as it was typed and, only if that finds nothing, for the text that was probably meant. An exact search
 * is never corrected. Loads the code of corrections at the first use.
 */
export async function searchWithCorrection<
  T extends { matches: Pick<Matches, "total"> },
  Q extends SearchQuery,
>(
  ctx: Pick<Ctx, "db" | "now">,
  typed: Q,
  search: (query: Q) => Promise<T>,
): Promise<T & { corrected: Correction | null }> {
  const asTyped = await search(typed);
  const { filters, exact } = typed;
  if (asTyped.matches.total !== 0 || exact || filters.q === "") return { ...asTyped, corrected: null };
  const { findCorrection } = await import("./find-correction");
  const corrected = await findCorrection(ctx, filters.q);
  if (!corrected) return { ...asTyped, corrected };
  return { ...(await search({ ...typed, filters: { ...filters, q: corrected.to } })), corrected };
}
