import type { Ctx } from "@/context";
import type { SearchQuery } from "@/shared/schemas/search";
import { listMatches, type Matches } from "../matching/list-matches";
import { understandQuery } from "../understanding/understand-query";
import type { UnderstoodSearch } from "../understanding/understand-search";
import type { Correction } from "./find-correction";
import { findOtherMeaning } from "./find-other-meaning";

/** Runs a search with its words understood and, only if that finds nothing, with their other meaning. */
export async function searchWithCorrection(
  ctx: Ctx,
  typed: SearchQuery,
): Promise<UnderstoodSearch & { corrected: Correction | null; matches: Matches }> {
  const meant = await understandQuery(typed, ctx);
  const matches = await listMatches(ctx, { ...typed, filters: meant.filters });
  const other = matches.total === 0 ? await findOtherMeaning(ctx, typed, meant.understood) : null;
  if (!other) return { ...meant, corrected: null, matches };
  return { ...other, matches: await listMatches(ctx, { ...typed, filters: other.filters }) };
}
