import { type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { FollowUpQueue, Subject } from "@/shared/codes";

/** What the queries of the list need. `user` is the admin, or null in a job. */
export type QueueContext = Pick<Ctx, "db" | "now" | "config" | "user">;

/**
 * The source of a queue's rows. Rows are read from their own tables at each request, never copied. A queue may have
 * several sources; a target (listing, order, mail, …) has a row in at most one of them at a time.
 */
export type RowSource = {
  queue: FollowUpQueue;
  /** The tables: first the one whose index has the queue's order. Further tables are left joins. */
  indexedTablesSql(now: number): SQL;
  /** The same tables without the index hint, for lookups by id. */
  tables: SQL;
  /** The target's id; with the queue it makes the row's key. */
  id: SQL;
  /** The column (ms) that orders the index. `leadMs` is how long before that time the row appears. */
  orderTs: SQL;
  leadMs: number;
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
  /** The person concerned; the problem of a payment event. */
  concerned?: SQL;
  /** Code for which the queue has a text: a reason, a template, the missing fields. */
  code?: SQL;
  /** Id of the linked page's object, if it is not the row's own. */
  linkId?: SQL;
};

/** The texts of a row, as the statement returns them. */
export type RowTexts = {
  title: string | null;
  taughtSubject: Subject | null;
  concerned: string | null;
  code: string | null;
  linkId: string | null;
};

const NULL = sql`null`;

/** The columns of `RowTexts`. */
export const textsSql = ({ texts }: RowSource): SQL => sql`
  ${texts.title} as title, ${texts.taughtSubject ?? NULL} as "taughtSubject", ${texts.concerned ?? NULL} as concerned,
  ${texts.code ?? NULL} as code, ${texts.linkId ?? NULL} as "linkId"`;

/** The row's key, from the target's id. */
export const keySql = ({ queue, id }: Pick<RowSource, "queue" | "id">): SQL => sql`${`${queue}:`} || ${id}`;

/** Condition: the admin may open the row. */
export const isOpenableSql = (source: RowSource, ctx: QueueContext): SQL =>
  source.isOwnSql && ctx.user ? sql`not ${source.isOwnSql(ctx, ctx.user)}` : sql`true`;

/** When the row appeared in the queue (ms). */
export const sinceSql = ({ orderTs, leadMs }: RowSource): SQL =>
  leadMs === 0 ? orderTs : sql`${orderTs} - ${leadMs}`;

/** A user's full name from a joined table. */
export const fullNameSql = (table: string): SQL =>
  sql`trim(${sql.raw(table)}.first_name || ' ' || ${sql.raw(table)}.last_name)`;
