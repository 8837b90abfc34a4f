import type { Ctx } from "@/context";
import { searchWithCorrection } from "@/features/search/correction/search-with-correction";
import { parseSearch } from "@/shared/schemas/search";
import type { Misspelling } from "./misspellings";

/** What a misspelled search searched for, and whether it found what was meant. */
export type Outcome = Misspelling & { searched: string; isFound: boolean };

/** A search as the JSON call runs it. */
export const searchTyped = (ctx: Ctx, q: string) =>
  searchWithCorrection(ctx, parseSearch(new URLSearchParams({ q })));

/** A search is found if its text became the one that was meant, or if it finds the same listings. */
export async function findMisspelled(ctx: Ctx, { typed, meant }: Misspelling): Promise<Outcome> {
  const { corrected, matches } = await searchTyped(ctx, typed);
  const searched = corrected?.to ?? typed;
  if (searched === meant) return { typed, meant, searched, isFound: true };
  const intended = await searchTyped(ctx, meant);
  const isFound = matches.total !== 0 && toKey(matches) === toKey(intended.matches);
  return { typed, meant, searched, isFound };
}

const toKey = ({ total, content }: Awaited<ReturnType<typeof searchTyped>>["matches"]): string =>
  JSON.stringify([total, content.map(({ id }) => id)]);
