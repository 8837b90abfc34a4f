import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import type { FollowUpQueue } from "@/shared/codes";
import { type Day, toDay } from "@/shared/dates";
import { EMPTY_NOTE, type FollowUpRow, parseKey } from "./row";
import { type RowSource, type RowTexts, rowKey, rowSince, selectTexts } from "./source";
import { listSources } from "./sources";

type Clock = Pick<Ctx, "db" | "now">;

/** A cursor of a list ordered by the time when rows appeared, then by key. */
export type RowCursor = { since: number; key: string };

/** Condition: the row's note hides it from the list (done, snoozed), or its due day moves it to the front. */
export const isHiddenOn = (today: Day): SQL => sql`(note.outcome is not null
  or (note.snoozed_until is not null and note.snoozed_until > ${today})
  or (note.due is not null and note.due <= ${today}))`;

/** A source's rows in the queue without such a note, the oldest first. */
export const selectQueueRows = (
  source: RowSource,
  { now, away, after, limit }: { now: number; away: SQL; after: RowCursor | null; limit: number },
): SQL => sql`
  select ${rowKey(source)} as key, ${rowSince(source)} as since, ${selectTexts(source)}
  from ${source.indexedTables(now)} where ${source.isInQueue(now)} and ${isAfter(source, now, after)}
    and not exists (select 1 from follow_up_notes note
      where note.key = ${rowKey(source)} and note.since_ts = ${rowSince(source)} and ${away})
  order by ${source.ts}, ${rowKey(source)} limit ${limit}`;

/**
 * Compares the indexed column itself, so that SQLite can use the index. Only one lower bound, or SQLite would start at
 * the queue's.
 */
function isAfter(source: RowSource, now: number, after: RowCursor | null): SQL {
  const { ts } = source;
  if (after === null) return hasBegun(source, now, ts);
  const from = after.since + source.leadMs;
  return sql`${hasBegun(source, now, sql`+${ts}`)} and ${ts} >= ${from}
    and (${ts} > ${from} or ${rowKey(source)} > ${after.key})`;
}

const hasBegun = ({ beginsAfter }: RowSource, now: number, ts: SQL): SQL =>
  beginsAfter ? sql`${ts} > ${beginsAfter(now)}` : sql`true`;

/** A source's rows for some ids: those in the queue at `now`, or with `now` null, all. */
const selectRowsById = (source: RowSource, ids: readonly string[], now: number | null): SQL => sql`
  select distinct ${rowKey(source)} as key, ${rowSince(source)} as since, ${selectTexts(source)}
  from json_each(${JSON.stringify(ids)}) wanted cross join ${source.tables}
  where ${source.id} = wanted.value ${
    now === null ? sql`` : sql`and ${source.isInQueue(now)} and ${hasBegun(source, now, source.ts)}`
  }`;

/** Rows of a statement with their notes. */
const withNotes = (db: Ctx["db"], rows: SQL): Statement =>
  db.all(sql`select rows.*, note.since_ts as noted_since, note.note, note.owner_id, note.due, note.outcome,
      note.snoozed_until, note.updated_ts, note.version,
      trim(owner.first_name || ' ' || owner.last_name) as owner_name
    from (${rows}) rows left join follow_up_notes note on note.key = rows.key
    left join users owner on owner.id = note.owner_id`);

type RowRecord = RowTexts & {
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
export async function listQueueRows(
  { db, now }: Clock,
  {
    queue,
    after,
    limit,
    unassigned,
  }: { queue: FollowUpQueue | null; after: RowCursor | null; limit: number; unassigned: boolean },
): Promise<FollowUpRow[]> {
  const today = isHiddenOn(toDay(now));
  const away = unassigned ? sql`(${today} or note.owner_id is not null)` : today;
  return runStatements(
    db,
    listSources(queue).map((source) => selectQueueRows(source, { now, away, after, limit })),
  );
}

/** Rows with these keys that are in their queue now. Unordered. */
export const listRowsInQueue = ({ db, now }: Clock, keys: readonly string[]): Promise<FollowUpRow[]> =>
  listRowsById(db, keys, now);

/** Rows with these keys, in their queue or not; `since` is meaningless for those that are not. */
export const listRowsByKey = ({ db }: Pick<Ctx, "db">, keys: readonly string[]): Promise<FollowUpRow[]> =>
  listRowsById(db, keys, null);

function listRowsById(db: Ctx["db"], keys: readonly string[], now: number | null): Promise<FollowUpRow[]> {
  const wanted = new Map<FollowUpQueue, string[]>();
  for (const key of keys) {
    const named = parseKey(key);
    if (named) wanted.set(named.queue, [...(wanted.get(named.queue) ?? []), named.id]);
  }
  const queues = [...wanted];
  return runStatements(
    db,
    queues.flatMap(([queue, ids]) => listSources(queue).map((source) => selectRowsById(source, ids, now))),
  );
}

/** Runs all statements in one round trip. A subject that two sources return appears once. */
async function runStatements(db: Ctx["db"], statements: readonly SQL[]): Promise<FollowUpRow[]> {
  const [first, ...rest] = statements.map((rows) => withNotes(db, rows));
  if (!first) return [];
  const answers = (await db.batch([first, ...rest])) as unknown as RowRecord[][];
  const rows = new Map<string, FollowUpRow>();
  for (const one of answers.flat()) if (!rows.has(one.key)) rows.set(one.key, toRow(one));
  return [...rows.values()];
}

function toRow({ key, since, noted_since, updated_ts, version, ...one }: RowRecord): FollowUpRow {
  const { title, subject, who, code, ref } = one;
  const named = parseKey(key);
  if (!named) throw new Error(`not a key of the work list: ${key}`);
  // A note on an earlier entry of the same row no longer applies, but its version continues.
  const noted = noted_since === since;
  return {
    ...EMPTY_NOTE,
    key,
    ...named,
    since,
    texts: { title, subject, who, code, ref },
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
