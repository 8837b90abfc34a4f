import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import type { FollowUpQueue } from "@/shared/codes";
import { type Day, toDay } from "@/shared/dates";
import { listSources } from "./all-sources";
import { EMPTY_NOTE, type FollowUpRow, parseKey } from "./row";
import {
  isOpenableSql,
  keySql,
  type QueueContext,
  type RowSource,
  type RowTexts,
  sinceSql,
  textsSql,
} from "./row-source";

/** A cursor of a list ordered by the time when rows appeared, then by key. */
export type RowCursor = { since: number; key: string };

/** Condition: the row's note hides it from the list (done, snoozed), or its due day moves it to the front. */
const isHiddenByNoteSql = (today: Day): SQL => sql`(note.outcome is not null
  or (note.snoozed_until is not null and note.snoozed_until > ${today})
  or (note.due is not null and note.due <= ${today}))`;

/**
 * A source's rows in the queue for the admin, the oldest first, without rows whose note fulfils `isHiddenSql`. To count
 * them, `columns` leaves out the texts: SQLite then does not read the tables joined for these.
 */
export const queueRowsSql = (
  ctx: QueueContext,
  source: RowSource,
  {
    isHiddenSql,
    after,
    limit,
    columns = sql`${keySql(source)} as key, ${sinceSql(source)} as since, ${textsSql(source)}`,
  }: { isHiddenSql: SQL; after: RowCursor | null; limit: number; columns?: SQL },
): SQL => sql`
  select ${columns}
  from ${source.indexedTablesSql(ctx.now)}
  where ${source.isInQueueSql(ctx.now)} and ${isAfterSql(source, ctx.now, after)} and ${isOpenableSql(source, ctx)}
    and not exists (select 1 from follow_up_notes note
      where note.key = ${keySql(source)} and note.since_ts = ${sinceSql(source)} and ${isHiddenSql})
  order by ${source.orderTs}, ${keySql(source)} limit ${limit}`;

/**
 * Condition: the row comes after the cursor. It compares the indexed column itself, so that SQLite can use the index.
 * The unary plus keeps the queue's lower bound out of the index, or SQLite would start there instead of at the cursor.
 */
function isAfterSql(source: RowSource, now: number, after: RowCursor | null): SQL {
  const { orderTs } = source;
  if (after === null) return isAboveLowerBoundSql(source, now, orderTs);
  const from = after.since + source.leadMs;
  return sql`${isAboveLowerBoundSql(source, now, sql`+${orderTs}`)} and ${orderTs} >= ${from}
    and (${orderTs} > ${from} or ${keySql(source)} > ${after.key})`;
}

const isAboveLowerBoundSql = ({ lowerBound }: RowSource, now: number, ts: SQL): SQL =>
  lowerBound ? sql`${ts} > ${lowerBound(now)}` : sql`true`;

/** A source's rows for some ids: those in their queue, or all. */
const rowsByIdSql = (
  ctx: QueueContext,
  source: RowSource,
  { ids, isInQueue }: { ids: readonly string[]; isInQueue: boolean },
): SQL => sql`
  select distinct ${keySql(source)} as key, ${sinceSql(source)} as since, ${textsSql(source)}
  from json_each(${JSON.stringify(ids)}) requested cross join ${source.tables}
  where ${source.id} = requested.value and ${isOpenableSql(source, ctx)} ${
    isInQueue
      ? sql`and ${source.isInQueueSql(ctx.now)} and ${isAboveLowerBoundSql(source, ctx.now, source.orderTs)}`
      : sql``
  }`;

/** Rows of a statement with their notes. */
const selectWithNotesStatement = (db: Ctx["db"], rows: SQL): Statement =>
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

/** The oldest rows that no note hides, at most `limit` from each source. The result is not sorted. */
export async function listQueueRows(
  ctx: QueueContext,
  {
    queue,
    after,
    limit,
    unassigned,
  }: { queue: FollowUpQueue | null; after: RowCursor | null; limit: number; unassigned: boolean },
): Promise<FollowUpRow[]> {
  const hidesToday = isHiddenByNoteSql(toDay(ctx.now));
  const isHiddenSql = unassigned ? sql`(${hidesToday} or note.owner_id is not null)` : hidesToday;
  return runStatements(
    ctx.db,
    listSources(queue).map((source) => queueRowsSql(ctx, source, { isHiddenSql, after, limit })),
  );
}

/** Rows with these keys that are in their queue now. Unordered. */
export const listRowsInQueue = (ctx: QueueContext, keys: readonly string[]): Promise<FollowUpRow[]> =>
  listRowsById(ctx, keys, true);

/** Rows with these keys, in their queue or not. `since` is valid only for rows in their queue. */
export const listRowsByKey = (ctx: QueueContext, keys: readonly string[]): Promise<FollowUpRow[]> =>
  listRowsById(ctx, keys, false);

function listRowsById(
  ctx: QueueContext,
  keys: readonly string[],
  isInQueue: boolean,
): Promise<FollowUpRow[]> {
  const idsByQueue = new Map<FollowUpQueue, string[]>();
  for (const key of keys) {
    const parsed = parseKey(key);
    if (parsed) idsByQueue.set(parsed.queue, [...(idsByQueue.get(parsed.queue) ?? []), parsed.id]);
  }
  const queues = [...idsByQueue];
  return runStatements(
    ctx.db,
    queues.flatMap(([queue, ids]) =>
      listSources(queue).map((source) => rowsByIdSql(ctx, source, { ids, isInQueue })),
    ),
  );
}

/** Runs all statements in one round trip. A target that two sources return appears once. */
async function runStatements(db: Ctx["db"], statements: readonly SQL[]): Promise<FollowUpRow[]> {
  const [first, ...rest] = statements.map((rows) => selectWithNotesStatement(db, rows));
  if (!first) return [];
  const results = (await db.batch([first, ...rest])) as unknown as RowRecord[][];
  const rows = new Map<string, FollowUpRow>();
  for (const record of results.flat()) if (!rows.has(record.key)) rows.set(record.key, toRow(record));
  return [...rows.values()];
}

function toRow({ key, since, noted_since, updated_ts, version, ...record }: RowRecord): FollowUpRow {
  const { title, taughtSubject, concerned, code, linkId } = record;
  const parsed = parseKey(key);
  if (!parsed) throw new Error(`not a key of the follow-up list: ${key}`);
  // A note on an earlier entry of the same row no longer applies, but its version continues.
  const isNoteCurrent = noted_since === since;
  return {
    ...EMPTY_NOTE,
    key,
    ...parsed,
    since,
    texts: { title, taughtSubject, concerned, code, linkId },
    version: version ?? 0,
    updatedTs: isNoteCurrent ? updated_ts : null,
    ...(isNoteCurrent
      ? {
          note: record.note,
          ownerId: record.owner_id,
          ownerName: record.owner_name ?? "",
          due: record.due,
          outcome: record.outcome,
          snoozedUntil: record.snoozed_until,
        }
      : {}),
  };
}
