import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { users } from "@/db/schema";
import type { Role } from "@/shared/codes";
import { withoutMarks } from "@/shared/text";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

export type UserFilter = {
  /** Beginnings of words of name or e-mail address; empty for everybody. */
  q: string;
  role: Role | null;
  disabled: boolean | null;
};

const PAGE = 20;
/** Rows read for a page where no index covers all filters. A row found by words costs twice as much. */
const WINDOW = { time: 50, words: 25 } as const;

const COLUMNS = {
  id: users.id,
  email: users.email,
  emailVerifiedTs: users.emailVerifiedTs,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  signupTs: users.signupTs,
  disabledTs: users.disabledTs,
  canCreateAdmin: users.canCreateAdmin,
};

/**
 * People, the newest first. Reads the index that should match the fewest rows and checks the other filters on each row.
 * A page therefore costs about the same for ten people and for a hundred thousand. It may hold fewer than PAGE rows
 * although `next` is set. An exact match of a whole address comes first: its words alone may match hundreds. `after` is
 * the `next` of an answer; a bad one means the beginning.
 */
export async function listUsers(ctx: Ctx, filter: UserFilter, after: string | undefined) {
  requireAdmin(ctx);
  const words = searchWords(filter.q);
  if (filter.q.trim() !== "" && words.length === 0) return { users: [], next: null };
  const way = wayTo(filter, words);
  const size = way.knowsAll ? PAGE : WINDOW[way.by];
  const [found, addressed] = await Promise.all([
    way.by === "words" ? byWords(ctx, words, after, size + 1) : byTime(ctx, way.of, after, size + 1),
    byAddress(ctx, filter.q),
  ]);

  const fits = (one: (typeof found)[number]) =>
    (filter.role === null || one.role === filter.role) &&
    (filter.disabled === null || (one.disabledTs !== null) === filter.disabled);
  const looked = found.slice(0, size);
  const fitting = looked.filter(
    (one) => fits(one) && one.id !== addressed?.id && (way.by === "words" || isFound(words, one)),
  );
  const page = fitting.slice(0, PAGE);
  const last = fitting.length > PAGE ? page.at(-1) : found.length > size ? looked.at(-1) : undefined;
  const first = addressed && fits(addressed) && parseTimeCursor(after) === null ? [addressed] : [];
  return {
    users: [...first, ...page],
    next: last ? formatTimeCursor({ ts: last.signupTs, id: last.id }) : null,
  };
}

export type FoundUsers = Awaited<ReturnType<typeof listUsers>>;

type Way = { knowsAll: boolean } & ({ by: "words" } | { by: "time"; of: SQL | undefined });

/** Admins are few, and so are the disabled; a word names fewer people than a role of learners or teachers. */
function wayTo({ role, disabled }: UserFilter, words: readonly string[]): Way {
  const alone = words.length === 0;
  if (role === "a") return { by: "time", of: eq(users.role, "a"), knowsAll: alone && disabled === null };
  if (disabled) return { by: "time", of: isNotNull(users.disabledTs), knowsAll: alone && role === null };
  if (!alone) return { by: "words", knowsAll: role === null && disabled === null };
  return { by: "time", of: role ? eq(users.role, role) : undefined, knowsAll: disabled === null };
}

/** The user with this e-mail address; null when it is no address or no user has it. */
async function byAddress(ctx: Ctx, q: string) {
  if (!q.includes("@")) return null;
  const [person] = await ctx.db.select(COLUMNS).from(users).where(eq(users.email, q.trim().toLowerCase()));
  return person ?? null;
}

function byTime(ctx: Ctx, of: SQL | undefined, after: string | undefined, limit: number) {
  const page = paginateByTime({ ts: users.signupTs, id: users.id, size: limit }, { after });
  return ctx.db
    .select(COLUMNS)
    .from(users)
    .where(and(of, page.within))
    .orderBy(...page.orderBy)
    .limit(limit);
}

/** The row ids of the full text table follow the order of signing up, so they sort the newest first. */
function byWords(ctx: Ctx, words: readonly string[], after: string | undefined, limit: number) {
  const from = parseTimeCursor(after);
  const behind = from
    ? sql`and users_fts.rowid < coalesce((select num from user_search where user_id = ${from.id}), 9e15)`
    : sql``;
  const matches = sql`(select rowid as num from users_fts where users_fts match ${beginningWith(words)} ${behind}
    order by rowid desc limit ${limit}) matches cross join user_search on user_search.num = matches.num`;
  return ctx.db
    .select(COLUMNS)
    .from(matches)
    .innerJoin(users, sql`${users.id} = user_search.user_id`)
    .orderBy(desc(sql`matches.num`));
}

const WORD = /[\p{L}\p{N}]+/gu;
/** No name has more words than these; further words are ignored. */
const MOST = 8;

/** The typed words in lower case without diacritics, as `users_fts` holds those of people. */
const searchWords = (typed: string): string[] =>
  (withoutMarks(typed).toLowerCase().match(WORD) ?? []).slice(0, MOST);

/**
 * What `users_fts` is asked: each word may be the beginning of one. Quoted, so that no word is taken for an operator
 * (https://sqlite.org/fts5.html#full_text_query_syntax).
 */
const beginningWith = (words: readonly string[]): string => words.map((word) => `"${word}"*`).join(" ");

/** The same question asked of one person. */
function isFound(
  words: readonly string[],
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
): boolean {
  const own = withoutMarks(`${firstName} ${lastName} ${email}`).toLowerCase().match(WORD) ?? [];
  return words.every((word) => own.some((one) => one.startsWith(word)));
}
