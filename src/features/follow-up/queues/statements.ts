import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import type { FollowUpQueue } from "@/shared/codes";
import { type Day, toDay } from "@/shared/dates";
import { EMPTY_NOTE, type FollowUpRow, readKey } from "./row";
import { keyOf, type SaidRow, type Source, saidColumns, sinceOf } from "./source";
import { sourcesOf } from "./sources";

type Clock = Pick<Ctx, "db" | "now">;

/** A cursor of a list ordered by the time when rows appeared, then by key. */
export type After = { since: number; key: string };

/** Condition: the row's note hides it from the list (done, snoozed), or its due day moves it to the front. */
export const awayOn = (today: Day): SQL => sql`(note.outcome is not null
  or (note.snoozed_until is not null and note.snoozed_until > ${today})
  or (note.due is not null and note.due <= ${today}))`;

/** A source's rows in the queue without such a note, the oldest first. */
export const listed = (
  source: Source,
  { now, away, after, limit }: { now: number; away: SQL; after: After | null; limit: number },
): SQL => sql`
  select ${keyOf(source)} as key, ${sinceOf(source)} as since, ${saidColumns(source)}
  from ${source.listed(now)} where ${source.standing(now)} and ${behind(source, now, after)}
    and not exists (select 1 from follow_up_notes note
      where note.key = ${keyOf(source)} and note.since_ts = ${sinceOf(source)} and ${away})
  order by ${source.ts}, ${keyOf(source)} limit ${limit}`;

/**
 * Compares the indexed column itself, so that SQLite can use the index. Only one lower bound, or SQLite would start at
 * the queue's.
 */
function behind(source: Source, now: number, after: After | null): SQL {
  const { ts } = source;
  if (after === null) return begun(source, now, ts);
  const from = after.since + source.leadMs;
  return sql`${begun(source, now, sql`+${ts}`)} and ${ts} >= ${from}
    and (${ts} > ${from} or ${keyOf(source)} > ${after.key})`;
}

const begun = ({ beginsAfter }: Source, now: number, ts: SQL): SQL =>
  beginsAfter ? sql`${ts} > ${beginsAfter(now)}` : sql`true`;

/** A source's rows for some ids: those in the queue at `now`, or with `now` null, all. */
const about = (source: Source, ids: readonly string[], now: number | null): SQL => sql`
  select distinct ${keyOf(source)} as key, ${sinceOf(source)} as since, ${saidColumns(source)}
  from json_each(${JSON.stringify(ids)}) wanted cross join ${source.tables}
  where ${source.id} = wanted.value ${
    now === null ? sql`` : sql`and ${source.standing(now)} and ${begun(source, now, source.ts)}`
  }`;

/** Rows of a statement with their notes. */
const withNotes = (db: Ctx["db"], rows: SQL): Statement =>
  db.all(sql`select rows.*, note.since_ts as noted_since, note.note, note.owner_id, note.due, note.outcome,
      note.snoozed_until, note.updated_ts, note.version,
      trim(owner.first_name || ' ' || owner.last_name) as owner_name
    from (${rows}) rows left join follow_up_notes note on note.key = rows.key
    left join users owner on owner.id = note.owner_id`);

type Read = SaidRow & {
  key: string;
  since: number;
  noted_since: number | null;
  note: string;
  owner_id: string | null;
  owner_name: string | null;
  due: Day | null;
  outcome: string | null;
  snoozed_until: Day | null;
  updated_ts: number | null;
  version: number | null;
};

/** The oldest rows that no note hides, at most `limit` from each source. Unordered. */
export async function readListed(
  { db, now }: Clock,
  {
    queue,
    after,
    limit,
    unassigned,
  }: { queue: FollowUpQueue | null; after: After | null; limit: number; unassigned: boolean },
): Promise<FollowUpRow[]> {
  const today = awayOn(toDay(now));
  const away = unassigned ? sql`(${today} or note.owner_id is not null)` : today;
  return read(
    db,
    sourcesOf(queue).map((source) => listed(source, { now, away, after, limit })),
  );
}

/** Rows with these keys that are in their queue now. Unordered. */
export const readOpenRows = ({ db, now }: Clock, keys: readonly string[]): Promise<FollowUpRow[]> =>
  readAbout(db, keys, now);

/** Rows with these keys, in their queue or not; `since` is meaningless for those that are not. */
export const readThings = ({ db }: Pick<Ctx, "db">, keys: readonly string[]): Promise<FollowUpRow[]> =>
  readAbout(db, keys, null);

function readAbout(db: Ctx["db"], keys: readonly string[], now: number | null): Promise<FollowUpRow[]> {
  const wanted = new Map<FollowUpQueue, string[]>();
  for (const key of keys) {
    const named = readKey(key);
    if (named) wanted.set(named.queue, [...(wanted.get(named.queue) ?? []), named.id]);
  }
  const queues = [...wanted];
  return read(
    db,
    queues.flatMap(([queue, ids]) => sourcesOf(queue).map((source) => about(source, ids, now))),
  );
}

/** Runs all statements in one round trip. A subject that two sources return appears once. */
async function read(db: Ctx["db"], statements: readonly SQL[]): Promise<FollowUpRow[]> {
  const [first, ...rest] = statements.map((rows) => withNotes(db, rows));
  if (!first) return [];
  const answers = (await db.batch([first, ...rest])) as unknown as Read[][];
  const rows = new Map<string, FollowUpRow>();
  for (const one of answers.flat()) if (!rows.has(one.key)) rows.set(one.key, rowOf(one));
  return [...rows.values()];
}

function rowOf({ key, since, noted_since, updated_ts, version, ...one }: Read): FollowUpRow {
  const { title, subject, who, code, ref } = one;
  const named = readKey(key);
  if (!named) throw new Error(`not a key of the work list: ${key}`);
  // A note on an earlier entry of the same row no longer applies, but its version continues.
  const noted = noted_since === since;
  return {
    ...EMPTY_NOTE,
    key,
    ...named,
    since,
    said: { title, subject, who, code, ref },
    version: version ?? 0,
    updatedTs: noted ? updated_ts : null,
    ...(noted
      ? {
          note: one.note,
          ownerId: one.owner_id,
          ownerName: one.owner_name ?? "",
          due: one.due,
          outcome: one.outcome,
          snoozedUntil: one.snoozed_until,
        }
      : {}),
  };
}
