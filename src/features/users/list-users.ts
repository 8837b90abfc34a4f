import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { paginateByTime } from "@/db/paginate-by-time";
import { users } from "@/db/schema";
import type { Role } from "@/shared/codes";
import { withoutMarks } from "@/shared/text";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

export type UserFilter = {
  /** Words, or their beginnings, of the name or email address; empty for all users. */
  q: string;
  role: Role | null;
  disabled: boolean | null;
};

const PAGE = 20;
/** Rows read for a page if no index covers all filters. A row of the full-text index costs twice as much. */
const WINDOW = { time: 50, text: 25 } as const;

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
 * Lists users, newest first. Reads the index that should match the fewest rows and checks the other filters on each
 * row, so the cost of a page doesn't grow with the number of users. A page may hold fewer than PAGE rows although
 * `next` is set. The user with exactly this email address comes first, because its words may match hundreds of users.
 * `after` is the `next` of the previous page; an invalid value means the first page.
 */
export async function listUsers(ctx: Ctx, filter: UserFilter, after: string | undefined) {
  requireAdmin(ctx);
  const terms = toSearchTerms(filter.q);
  if (filter.q.trim() !== "" && terms.length === 0) return { users: [], next: null };
  const source = chooseSource(filter, terms);
  const size = source.isExact ? PAGE : WINDOW[source.index];
  const [found, sameEmail] = await Promise.all([
    source.index === "text"
      ? findByText(ctx, terms, after, size + 1)
      : findByTime(ctx, source.where, after, size + 1),
    findByEmail(ctx, filter.q),
  ]);

  const matchesFilter = (user: (typeof found)[number]) =>
    (filter.role === null || user.role === filter.role) &&
    (filter.disabled === null || (user.disabledTs !== null) === filter.disabled);
  const read = found.slice(0, size);
  const matching = read.filter(
    (user) =>
      matchesFilter(user) && user.id !== sameEmail?.id && (source.index === "text" || hasTerms(user, terms)),
  );
  const page = matching.slice(0, PAGE);
  const last = matching.length > PAGE ? page.at(-1) : found.length > size ? read.at(-1) : undefined;
  const first = sameEmail && matchesFilter(sameEmail) && parseTimeCursor(after) === null ? [sameEmail] : [];
  return {
    users: [...first, ...page],
    next: last ? formatTimeCursor({ ts: last.signupTs, id: last.id }) : null,
  };
}

export type ListedUsers = Awaited<ReturnType<typeof listUsers>>;

/** The index to read; `isExact` if it covers the whole filter. */
type UserSource = { isExact: boolean } & ({ index: "text" } | { index: "time"; where: SQL | undefined });

/** Admins and disabled users are few. A term matches fewer users than the role of learners or teachers. */
function chooseSource({ role, disabled }: UserFilter, terms: readonly string[]): UserSource {
  const noTerms = terms.length === 0;
  if (role === "a")
    return { index: "time", where: eq(users.role, "a"), isExact: noTerms && disabled === null };
  if (disabled)
    return { index: "time", where: isNotNull(users.disabledTs), isExact: noTerms && role === null };
  if (!noTerms) return { index: "text", isExact: role === null && disabled === null };
  return { index: "time", where: role ? eq(users.role, role) : undefined, isExact: disabled === null };
}

/** The user with exactly this email address; null if there is none. */
async function findByEmail(ctx: Ctx, q: string) {
  if (!q.includes("@")) return null;
  const [user] = await ctx.db.select(COLUMNS).from(users).where(eq(users.email, q.trim().toLowerCase()));
  return user ?? null;
}

function findByTime(ctx: Ctx, where: SQL | undefined, after: string | undefined, limit: number) {
  const page = paginateByTime({ ts: users.signupTs, id: users.id, size: limit }, { after });
  return ctx.db
    .select(COLUMNS)
    .from(users)
    .where(and(where, page.within))
    .orderBy(...page.orderBy)
    .limit(limit);
}

/** Row ids of the full-text table are in the order of sign-up, so descending ids are newest first. */
function findByText(ctx: Ctx, terms: readonly string[], after: string | undefined, limit: number) {
  const cursor = parseTimeCursor(after);
  const afterCursor = cursor
    ? sql`and users_fts.rowid < coalesce((select num from user_search where user_id = ${cursor.id}), 9e15)`
    : sql``;
  const matches = sql`(select rowid as num from users_fts where users_fts match ${toFtsQuery(terms)} ${afterCursor}
    order by rowid desc limit ${limit}) matches cross join user_search on user_search.num = matches.num`;
  return ctx.db
    .select(COLUMNS)
    .from(matches)
    .innerJoin(users, sql`${users.id} = user_search.user_id`)
    .orderBy(desc(sql`matches.num`));
}

const WORD = /[\p{L}\p{N}]+/gu;
/** Further words are ignored. */
const MAX_TERMS = 8;

/** The query's words in lower case without diacritics, as `users_fts` stores them. */
const toSearchTerms = (q: string): string[] =>
  (withoutMarks(q).toLowerCase().match(WORD) ?? []).slice(0, MAX_TERMS);

/**
 * The query of `users_fts`: each term is a prefix. Quotes keep terms from being read as operators
 * (https://sqlite.org/fts5.html#full_text_query_syntax).
 */
const toFtsQuery = (terms: readonly string[]): string => terms.map((term) => `"${term}"*`).join(" ");

/** The same match as `toFtsQuery`, for one row. */
function hasTerms(
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  terms: readonly string[],
): boolean {
  const words = withoutMarks(`${firstName} ${lastName} ${email}`).toLowerCase().match(WORD) ?? [];
  return terms.every((term) => words.some((word) => word.startsWith(term)));
}
