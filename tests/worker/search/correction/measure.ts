import type { Ctx } from "@/context";
import { searchWithCorrection } from "@/features/search/correction/search-with-correction";
import { listMatches } from "@/features/search/matching/list-matches";
import { understandQuery } from "@/features/search/understanding/understand-query";
import { parseSearch, type SearchQuery } from "@/shared/schemas/search";
import type { Misspelling } from "./misspellings";

/** What a misspelled search searched for, and whether it found what was meant. */
export type Outcome = Misspelling & { searched: string; isFound: boolean };

/** A search as the list page runs it. */
export function searchAsPage(ctx: Ctx, q: string) {
  return searchWithCorrection(ctx, parseSearch(new URLSearchParams({ q })), async (query: SearchQuery) => {
    const { filters, understood } = await understandQuery(query, ctx);
    return { understood, matches: await listMatches(ctx, { ...query, filters }) };
  });
}

/** A search is found if its text became the one that was meant, or if it finds the same listings. */
export async function findMisspelled(ctx: Ctx, { typed, meant }: Misspelling): Promise<Outcome> {
  const { corrected, matches } = await searchAsPage(ctx, typed);
  const searched = corrected?.to ?? typed;
  if (searched === meant) return { typed, meant, searched, isFound: true };
  const intended = await searchAsPage(ctx, meant);
  const isFound = matches.total !== 0 && toKey(matches) === toKey(intended.matches);
  return { typed, meant, searched, isFound };
}

const toKey = ({ total, content }: Awaited<ReturnType<typeof searchAsPage>>["matches"]): string =>
  JSON.stringify([total, content.map(({ id }) => id)]);
