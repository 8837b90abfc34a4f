import { type SQL, sql } from "drizzle-orm";
import type { FollowUpQueue, Subject } from "@/shared/codes";

/**
 * Where a queue's rows come from. Each is read from the tables it is about whenever somebody looks, never copied. A queue
 * may have more than one source, but a thing stands in at most one of them at a time.
 */
export type Source = {
  queue: FollowUpQueue;
  /** Tables, the first by the index that holds the queue in order. What it names besides is joined from the left. */
  listed(now: number): SQL;
  /** The same tables without saying by which index, for things that are known by their ids. */
  tables: SQL;
  /** What the row is about; with the queue it makes the row's key. */
  id: SQL;
  /** The column (ms) that the index is ordered by, and how long before it the row appeared. */
  ts: SQL;
  leadMs: number;
  /** Which of them stand in the queue at `now` (ms). */
  standing(now: number): SQL;
  /** Where the queue begins, if it does: what has this time (ms) or an earlier one stands there no more. */
  beginsAfter?(now: number): number;
  /** What is said of a row, also once it stands in the queue no more. */
  said: Said;
};

/** Texts; a name is empty where there is none. */
type Said = {
  title: SQL;
  /** Code of a subject, for a listing without a title. */
  subject?: SQL;
  who?: SQL;
  /** What a word of the queue's own is chosen by: a reason, a template, what is missing. */
  code?: SQL;
  /** Id of what the row leads to where that is another one than its own. */
  ref?: SQL;
};

/** A row's things in words, as the statement reads them. */
export type SaidRow = {
  title: string | null;
  subject: Subject | null;
  who: string | null;
  code: string | null;
  ref: string | null;
};

const NOTHING = sql`null`;

/** The columns of `SaidRow`. */
export const saidColumns = ({ said }: Source): SQL => sql`
  ${said.title} as title, ${said.subject ?? NOTHING} as subject, ${said.who ?? NOTHING} as who,
  ${said.code ?? NOTHING} as code, ${said.ref ?? NOTHING} as ref`;

/** The row's key, out of the thing's id. */
export const keyOf = ({ queue, id }: Pick<Source, "queue" | "id">): SQL => sql`${`${queue}:`} || ${id}`;

/** Since when the row stands there (ms). */
export const sinceOf = ({ ts, leadMs }: Source): SQL => (leadMs === 0 ? ts : sql`${ts} - ${leadMs}`);

/** A person's name out of a joined table of people. */
export const nameIn = (table: string): SQL =>
  sql`trim(${sql.raw(table)}.first_name || ' ' || ${sql.raw(table)}.last_name)`;
