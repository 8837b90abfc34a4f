import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import { isVisibleListingBoundSql } from "@/features/listings";
import { isStopWord } from "../understanding/vocabulary";
import { normalizeWord, splitWords } from "../understanding/words";

/** A shorter prefix matches a large share of all names. */
const MIN_PREFIX_LENGTH = 2;
/** Names with more words are rare, and each is a look-up. */
const MAX_WORDS = 4;
/** Matching users that are read, with or without listings. Each is at most four rows. */
const MAX_USERS = 20;

/**
 * Names of teachers with a visible listing: names that have all typed words, the last one as a prefix. For a frequent
 * name it reads only the oldest accounts, so some teachers are found only by more letters. One statement.
 */
export async function findTeacherNames({ db, now }: Ctx, text: string): Promise<string[]> {
  const typed = splitWords(text).map(normalizeWord);
  const words = typed.filter((word, n) => n === typed.length - 1 || !isStopWord(word));
  const last = words.at(-1) ?? "";
  if (last.length < MIN_PREFIX_LENGTH || words.length > MAX_WORDS) return [];
  // Words hold only letters and digits, so typed text is never query syntax.
  const match = `{name} : (${words.map((word) => `"${word}"`).join(" AND ")}*)`;
  const rows = await db.read<{ name: string }>(boundSql`
    select first_name || ' ' || last_name as name
    from (select rowid as num from users_fts where users_fts match ${match} order by rowid limit ${MAX_USERS}) matches
    cross join user_search on user_search.num = matches.num cross join users on users.id = user_search.user_id
    where exists (select 1 from listings where listings.owner_id = users.id and ${isVisibleListingBoundSql(now)})`);
  return [...new Set(rows.map(({ name }) => name))];
}
