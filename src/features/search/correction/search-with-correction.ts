import type { Ctx } from "@/context";
import type { SearchQuery } from "@/shared/schemas/search";
import { listMatches, type Matches } from "../matching/list-matches";
import { understandQuery } from "../understanding/understand-query";
import { findOtherMeaning, type SearchMeaning } from "./find-other-meaning";

/** Runs a search with its words understood and, only if that finds nothing, with their other meaning. */
export async function searchWithCorrection(
  ctx: Ctx,
  requested: SearchQuery,
): Promise<SearchMeaning & { matches: Matches }> {
  const understood = await understandQuery(requested, ctx);
  const matches = await listMatches(ctx, { ...requested, filters: understood.filters });
  const other = matches.total === 0 ? await findOtherMeaning(ctx, requested, understood) : null;
  if (!other) return { ...understood, matches };
  return { ...other, matches: await listMatches(ctx, { ...requested, filters: other.filters }) };
}
