import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { searchWords } from "@/db/schema";

/**
 * Listings whose title or description has a word, for it to be a correction of others. A teacher has at most five
 * listings, so a mistake of one teacher is none.
 */
export const MIN_LISTINGS = 6;
/** Letters of the words. */
export const WORD_LENGTH = { min: 4, max: 20 };
/** Most words of a first letter, and of a length: the most frequent. */
const MAX_WORDS = 1500;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** The hour (UTC) of the daily run: three or four o'clock in Romania. */
const REFRESH_HOUR = 1;

/** Job: stores the words of the catalogue once a day, and when there are none yet. */
export async function refreshSearchWords(ctx: Ctx): Promise<void> {
  if (new Date(ctx.now).getUTCHours() !== REFRESH_HOUR) {
    const [row] = await ctx.db.select({ length: searchWords.length }).from(searchWords).limit(1);
    if (row) return;
  }
  await storeSearchWords(ctx);
}

type FoundWord = { word: string; titles: number; descriptions: number };

/**
 * Replaces the stored words by those of the titles and descriptions of listings. Names of teachers are left out. One
 * statement for each letter; together they read the words of the full text index once.
 */
export async function storeSearchWords({ db }: Pick<Ctx, "db">): Promise<void> {
  const found: FoundWord[] = [];
  for (const letter of LETTERS) {
    const rows = await db.all<FoundWord>(sql`
      select term as word, max(iif(col = 'title', doc, 0)) as titles, max(iif(col = 'description', doc, 0)) as descriptions
      from listings_words
      where term >= ${letter} and term < ${`${letter}{`} and col in ('title', 'description')
        and length(term) between ${WORD_LENGTH.min} and ${WORD_LENGTH.max} and term not glob '*[^a-z]*'
      group by term having max(doc) >= ${MIN_LISTINGS} order by max(doc) desc, term limit ${MAX_WORDS}`);
    found.push(...rows);
  }
  const values = Array.from(
    Map.groupBy(found, ({ word }) => word.length),
    ([length, words]) => ({
      length,
      titles: listMostFrequent(words, ({ titles }) => titles),
      descriptions: listMostFrequent(words, ({ titles, descriptions }) =>
        titles >= MIN_LISTINGS ? 0 : descriptions,
      ),
    }),
  );
  await db.batch([db.delete(searchWords), ...values.map((value) => db.insert(searchWords).values(value))]);
}

const listMostFrequent = (words: readonly FoundWord[], getCount: (word: FoundWord) => number): string[] =>
  words
    .filter((word) => getCount(word) >= MIN_LISTINGS)
    .sort((a, b) => getCount(b) - getCount(a))
    .slice(0, MAX_WORDS)
    .map(({ word }) => word);
