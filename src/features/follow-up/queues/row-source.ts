import { type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { FollowUpQueue, Subject } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";

/**
 * The order of the list, by the harm of waiting; rows of one rank by age, but `planned` ones by their days first.
 * - `safety`: reports of danger or illegal content.
 * - `moneyDue`: as `money`, with a legal deadline that has passed or ends within `NEAR_MS`.
 * - `money`: disputes and payments, and what stops all sales.
 * - `due`: a legal deadline has passed or ends within `NEAR_MS`, or the site promised an answer by today.
 * - `planned`: the day of a note has passed or is today.
 * - `others`: by age, also what has a later deadline.
 */
export const RANKS = {
  safety: 0,
  moneyDue: 1,
  money: 2,
  due: 3,
  planned: 4,
  others: 5,
} as const;
export type RankName = keyof typeof RANKS;
/** By their ranks. */
export const RANK_NAMES = Object.keys(RANKS) as RankName[];
/** How long before its end a legal deadline moves a row up. */
const NEAR_MS = 2 * DAY_MS;

/** What the queries of the list need. `user` is the admin, or null in a job. */
export type QueueContext = Pick<Ctx, "db" | "now" | "config" | "user">;

/** Rows are listed in the queue's order, or looked up by id. */
export type TableUse = "list" | "ids";

/**
 * The source of a queue's rows. Rows are read from their own tables at each request, never copied. A queue may have
 * several sources; a target (listing, order, mail, …) has a row in at most one of them at a time.
 */
export type RowSource = {
  queue: FollowUpQueue;
  /** Where its rows stand in the list; by default `RANKS.others`. */
  rank?: number;
  /** Whether an admin may close a row. Others end only with their cause: by a decision, or once it is over. */
  isClosable?: true;
  /** The table that has a row for each row of the queue. */
  table: string;
  /**
   * A subquery in the place of the table, or null for the table. Where no index has the queue's order, that of a list
   * bounds the rows that are read. By id, also rows that have left the queue are looked up.
   */
  rowsSql?(now: number, use: TableUse): SQL | null;
  /** The table's index in the order of the queue, where SQLite would not choose it. */
  index?: string;
  /** Further tables. */
  joins?: SQL;
  /** The column with the target's id, which makes the row's key with the queue; by default `id`. */
  id?: string;
  /** What the index orders by (ms); by default `created_ts`. */
  orderTs?: SQL;
  /** How long before that time the row appears; by default 0. */
  leadMs?: number;
  /** Condition: the row is in the queue at `now` (ms). */
  isInQueueSql(now: number): SQL;
  /** Condition: the admin may not open the row, because it concerns them. */
  isOwnSql?(ctx: Pick<Ctx, "config">, admin: SignedInUser): SQL;
  /** The queue's lower bound, if it has one: rows up to this time (ms) have left the queue. */
  lowerBound?(now: number): number;
  /** The row's texts, also after it has left the queue. */
  texts: TextColumns;
};

/** Columns of the row's texts. */
export type TextColumns = {
  title: SQL;
  /** Code of the subject taught, for a listing without a title. */
  taughtSubject?: SQL;
  /** The person concerned; the problem of a payment event without an order. */
  concerned?: SQL;
  /** Id of that person's account. */
  concernedId?: SQL;
  /** Code for which the queue has a text: a reason, a template, the missing fields. */
  code?: SQL;
  /** Id of the linked page's object, if it is not the row's own. */
  linkId?: SQL;
  /** When it is too late (ms), set by others than admins. */
  deadlineTs?: SQL;
};

/** The texts of a row, as the statement returns them. */
export type RowTexts = {
  title: string | null;
  taughtSubject: Subject | null;
  concerned: string | null;
  concernedId: string | null;
  code: string | null;
  linkId: string | null;
};

const NULL = sql`null`;

export const getRank = ({ rank = RANKS.others }: Pick<RowSource, "rank">): number => rank;

/** The columns of `RowTexts`, the rank, and whether the row can be closed. */
export const textsSql = ({ texts, ...source }: RowSource): SQL => sql`
  ${sql.raw(String(getRank(source)))} as rank, ${sql.raw(source.isClosable ? "1" : "0")} as "isClosable", ${texts.title} as title, ${texts.taughtSubject ?? NULL} as "taughtSubject", ${texts.concerned ?? NULL} as concerned,
  ${texts.concernedId ?? NULL} as "concernedId",
  ${texts.code ?? NULL} as code, ${texts.linkId ?? NULL} as "linkId",
  ${texts.deadlineTs ?? NULL} as "deadlineTs"`;

/** The source's tables. */
export const tablesSql = (
  { table, rowsSql, index, joins = sql`` }: RowSource,
  { now }: Pick<Ctx, "now">,
  use: TableUse,
): SQL => {
  const indexed = index && use === "list" ? `${table} indexed by ${index}` : table;
  return sql`${rowsSql?.(now, use) ?? sql``} ${sql.raw(indexed)} ${joins}`;
};

/** The target's id. */
export const idSql = ({ table, id = "id" }: Pick<RowSource, "table" | "id">): SQL =>
  sql.raw(`${table}.${id}`);

/** The row's key, from the target's id. */
export const keySql = (source: Pick<RowSource, "queue" | "table" | "id">): SQL =>
  sql`${`${source.queue}:`} || ${idSql(source)}`;

/** Condition: the admin may open the row. */
export const isOpenableSql = (source: RowSource, ctx: QueueContext): SQL =>
  source.isOwnSql && ctx.user ? sql`not ${source.isOwnSql(ctx, ctx.user)}` : sql`true`;

/** The time (ms) that orders the queue. */
export const orderTsSql = ({ table, orderTs = sql.raw(`${table}.created_ts`) }: RowSource): SQL => orderTs;

/** When the row appeared in the queue (ms). */
export const sinceSql = (source: RowSource): SQL =>
  source.leadMs ? sql`${orderTsSql(source)} - ${source.leadMs}` : orderTsSql(source);

/** A source in two by its rows' deadlines: rows whose deadline is near or has passed precede others. */
export function splitByDeadline(source: RowSource, rank: number = RANKS.due): [RowSource, RowSource] {
  const isNearSql = (now: number) =>
    sql`coalesce(${source.texts.deadlineTs ?? NULL} <= ${now + NEAR_MS}, false)`;
  return [
    {
      ...source,
      rank,
      isInQueueSql: (now) => sql`${source.isInQueueSql(now)} and ${isNearSql(now)}`,
    },
    { ...source, isInQueueSql: (now) => sql`${source.isInQueueSql(now)} and not ${isNearSql(now)}` },
  ];
}

/** When the site began (ms): since then, what it never had is missing. */
export const siteBeginSql: SQL = sql`coalesce((select min(signup_ts) from users where role = 'a'), 0)`;

/** A user's full name from a joined table. */
export const fullNameSql = (table: string): SQL =>
  sql`trim(${sql.raw(table)}.first_name || ' ' || ${sql.raw(table)}.last_name)`;

/** The person concerned, as a row of `users` under the name `table`. */
export const concernedSql = (table: string) => ({
  concerned: fullNameSql(table),
  concernedId: sql.raw(`${table}.id`),
});

/** Characters of a text in the title of its row. */
const MAX_TITLE_LENGTH = 80;

/** The beginning of a text. */
export const excerptSql = (column: SQL): SQL =>
  sql`substr(${column}, 1, ${MAX_TITLE_LENGTH}) || iif(length(${column}) > ${MAX_TITLE_LENGTH}, '…', '')`;
