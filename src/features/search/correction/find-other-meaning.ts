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
 * text that was probably meant. If that finds nothing either, or there is no such text, the filters without the other
 * words, if they find something. Null if nothing is left, and of exact searches. Loads the code of corrections at the
 * first use.
 */
export async function findOtherMeaning(
  ctx: Ctx,
  { exact, filters }: Pick<SearchQuery, "exact" | "filters">,
  understood: UnderstoodSearch,
): Promise<SearchMeaning | null> {
  if (exact || filters.q === "") return null;
  if (understood.phrases.length > 0 && (await hasMatches(ctx, filters))) return { filters, phrases: [] };
  const { findCorrection } = await import("./find-correction");
  const corrected = await findCorrection(ctx, filters.q);
  if (!corrected) return findWithoutOtherWords(ctx, understood);
  const query = { filters: { ...filters, q: corrected.to }, exact };
  const meaning = { ...(await understandQuery(query, ctx)), corrected };
  return (await findWithoutOtherWords(ctx, meaning)) ?? meaning;
}

/** A meaning without its other words; null if these find something, or nothing is found without them. */
async function findWithoutOtherWords(ctx: Ctx, meaning: SearchMeaning): Promise<SearchMeaning | null> {
  const { dropOtherWords } = await import("../understanding/understand-search");
  const shorter = dropOtherWords(meaning, ctx);
  if (!shorter) return null;
  const [isFound, isFoundWithout] = await Promise.all([
    // What was understood without a correction finds nothing.
    meaning.corrected ? hasMatches(ctx, meaning.filters) : false,
    hasMatches(ctx, shorter.filters),
  ]);
  return !isFound && isFoundWithout ? shorter : null;
}
