import type { Ctx } from "@/context";
import type { SearchQuery } from "@/shared/schemas/search";
import { hasMatches } from "../matching/count-matches";
import { understandQuery } from "../understanding/understand-query";
import type { UnderstoodSearch } from "../understanding/understand-search";
import type { Correction } from "./find-correction";

/** What the words of a search mean. Without `corrected` and `phrases`, they are searched for as they are. */
export type SearchMeaning = UnderstoodSearch & { corrected?: Correction };

/**
 * What the words of a search may mean if `understood` finds nothing: the exact words if they find something, else the
 * text that was probably meant, which may find nothing either. Null if there is no such text, and of exact searches.
 * Loads the code of corrections at the first use.
 */
export async function findOtherMeaning(
  ctx: Pick<Ctx, "db" | "now">,
  { exact, filters }: Pick<SearchQuery, "exact" | "filters">,
  understood: UnderstoodSearch,
): Promise<SearchMeaning | null> {
  if (exact || filters.q === "") return null;
  if (understood.phrases.length > 0 && (await hasMatches(ctx, filters))) return { filters, phrases: [] };
  const { findCorrection } = await import("./find-correction");
  const corrected = await findCorrection(ctx, filters.q);
  if (!corrected) return null;
  return { ...(await understandQuery({ filters: { ...filters, q: corrected.to }, exact }, ctx)), corrected };
}
