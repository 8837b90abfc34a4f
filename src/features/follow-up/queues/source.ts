import { type SQL, sql } from "drizzle-orm";
import type { FollowUpQueue, Subject } from "@/shared/codes";

/**
 * The source of a queue's rows. Rows are read from their own tables at each request, never copied. A queue may have
 * several sources; a subject has a row in at most one of them at a time.
 */
export type RowSource = {
  queue: FollowUpQueue;
  /** The tables: first the one whose index has the queue's order. Further tables are left joins. */
  indexedTables(now: number): SQL;
  /** The same tables without the index hint, for lookups by id. */
  tables: SQL;
  /** The subject's id; with the queue it makes the row's key. */
  id: SQL;
  /** The column (ms) that orders the index. `leadMs` is how long before that time the row appears. */
  ts: SQL;
  leadMs: number;
  /** Condition: the row is in the queue at `now` (ms). */
  isInQueueSql(now: number): SQL;
  /** The queue's lower bound, if it has one: rows with this time (ms) or an earlier one have left the queue. */
  lowerBound?(now: number): number;
  /** The row's texts, also after it has left the queue. */
  texts: TextColumns;
};

/** Columns of the row's texts. */
type TextColumns = {
  title: SQL;
  /** Code of the subject taught, for a listing without a title. */
  subject?: SQL;
  who?: SQL;
  /** Code for which the queue has a text: a reason, a template, the missing fields. */
  code?: SQL;
  /** Id of the linked page's object, if it is not the row's own. */
  ref?: SQL;
};

/** The texts of a row, as the statement returns them. */
export type RowTexts = {
  title: string | null;
  subject: Subject | null;
  who: string | null;
  code: string | null;
  ref: string | null;
};

const NULL = sql`null`;

/** The columns of `RowTexts`. */
export const selectTexts = ({ texts }: RowSource): SQL => sql`
  ${texts.title} as title, ${texts.subject ?? NULL} as subject, ${texts.who ?? NULL} as who,
  ${texts.code ?? NULL} as code, ${texts.ref ?? NULL} as ref`;

/** The row's key, from the subject's id. */
export const selectKey = ({ queue, id }: Pick<RowSource, "queue" | "id">): SQL =>
  sql`${`${queue}:`} || ${id}`;

/** When the row appeared in the queue (ms). */
export const selectSince = ({ ts, leadMs }: RowSource): SQL => (leadMs === 0 ? ts : sql`${ts} - ${leadMs}`);

/** A user's full name from a joined table. */
export const selectFullName = (table: string): SQL =>
  sql`trim(${sql.raw(table)}.first_name || ' ' || ${sql.raw(table)}.last_name)`;
