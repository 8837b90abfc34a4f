import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import type { FollowUpQueue } from "@/shared/codes";
import { type Day, toDay } from "@/shared/dates";
import { listSources, SOURCES } from "./all-sources";
import { getPromisedTs, QUEUES } from "./queues";
import { EMPTY_NOTE, type FollowUpNote, type FollowUpRow, getDueTs, parseKey } from "./row";
import {
  getRank,
  idSql,
  isOpenableSql,
  keySql,
  orderTsSql,
  type QueueContext,
  RANKS,
  type RowSource,
  type RowTexts,
  sinceSql,
  tablesSql,
  textsSql,
} from "./row-source";

/** A cursor of a list ordered by rank, then by the time when rows appeared, then by key. */
type RowCursor = { rank: number; since: number; key: string };

/** Rows that `listRowsWithDeadline` reads of a source. */
const MAX_DEADLINES = 20;

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
  }: { isHiddenSql: SQL; after: Omit<RowCursor, "rank"> | null; limit: number; columns?: SQL },
): SQL => sql`
  select ${columns}
  from ${tablesSql(source, ctx, "list")}
  where ${source.isInQueueSql(ctx.now)} and ${isAfterSql(source, ctx.now, after)} and ${isOpenableSql(source, ctx)}
    and not exists (select 1 from follow_up_notes note
      where note.key = ${keySql(source)} and note.since_ts = ${sinceSql(source)} and ${isHiddenSql})
  order by ${orderTsSql(source)}, ${keySql(source)} limit ${limit}`;

/**
 * Condition: the row comes after the cursor. It compares the indexed column itself, so that SQLite can use the index.
 * The unary plus keeps the queue's lower bound out of the index, or SQLite would start there instead of at the cursor.
 */
function isAfterSql(source: RowSource, now: number, after: Omit<RowCursor, "rank"> | null): SQL {
  const orderTs = orderTsSql(source);
  if (after === null) return isAboveLowerBoundSql(source, now, orderTs);
  const from = after.since + (source.leadMs ?? 0);
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
  from json_each(${JSON.stringify(ids)}) requested cross join ${tablesSql(source, ctx, "ids")}
  where ${idSql(source)} = requested.value and ${isOpenableSql(source, ctx)} ${
    isInQueue
      ? sql`and ${source.isInQueueSql(ctx.now)} and ${isAboveLowerBoundSql(source, ctx.now, orderTsSql(source))}`
      : sql``
  }`;

/** The columns of a `NoteRecord`, of the tables `note` and `owner`. */
const noteColumnsSql = sql`note.since_ts as "notedSince", note.note, note.owner_id as "ownerId", note.due, note.outcome,
  note.snoozed_until as "snoozedUntil", note.updated_ts as "updatedTs", note.version,
  trim(coalesce(owner.first_name || ' ' || owner.last_name, '')) as "ownerName"`;

/** A stored note. */
type NoteRecord = FollowUpNote & { notedSince: number; updatedTs: number; version: number };

/** Rows of a statement with their notes. */
const selectWithNotesStatement = (db: Ctx["db"], rows: SQL): Statement =>
  db.all(sql`select rows.*, ${noteColumnsSql}
    from (${rows}) rows left join follow_up_notes note on note.key = rows.key
    left join users owner on owner.id = note.owner_id`);

type RowRecord = RowTexts & {
  key: string;
  since: number;
  rank: number;
  isClosable: number;
  deadlineTs: number | null;
} & (NoteRecord | { notedSince: null; version: null });

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
    listSources(queue)
      .filter((source) => after === null || getRank(source) >= after.rank)
      .map((source) =>
        queueRowsSql(ctx, source, {
          isHiddenSql,
          after: after?.rank === getRank(source) ? after : null,
          limit,
        }),
      ),
  );
}

/** The first rows of each source with deadlines or promised times, also snoozed ones. Unordered. */
export async function listRowsWithDeadline(ctx: QueueContext): Promise<FollowUpRow[]> {
  const rows = await runStatements(
    ctx.db,
    listSources(null)
      .filter(({ queue, texts }) => texts.deadlineTs || QUEUES[queue].term)
      .map((source) =>
        queueRowsSql(ctx, source, { isHiddenSql: sql`false`, after: null, limit: MAX_DEADLINES }),
      ),
  );
  return rows.filter((row) => getDueTs(row) !== null);
}

/** Rows with these keys that are in their queue now. Unordered. */
export const listRowsInQueue = (ctx: QueueContext, keys: readonly string[]): Promise<FollowUpRow[]> =>
  listRowsById(ctx, keys, true);

/** Rows with these keys: those in their queue, or all. `since` is valid only for rows in their queue. */
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

function toRow({
  title,
  taughtSubject,
  concerned,
  concernedId,
  code,
  linkId,
  deadlineTs,
  isClosable,
  ...record
}: RowRecord): FollowUpRow {
  const parsed = parseKey(record.key);
  if (!parsed) throw new Error(`not a key of the follow-up list: ${record.key}`);
  const { key, since, rank } = record;
  const row = {
    key,
    since,
    rank,
    isClosable: isClosable === 1,
    ...parsed,
    texts: { title, taughtSubject, concerned, concernedId, code, linkId },
    deadline: deadlineTs,
    promised: getPromisedTs({ ...parsed, rank, since }),
  };
  // A note on an earlier entry of the same row no longer applies, but its version continues.
  if (record.notedSince !== since) return { ...row, ...EMPTY_NOTE, version: record.version ?? 0 };
  const { notedSince: _, ...note } = record;
  return { ...row, ...note };
}

/** Rows by their notes, the latest first, with their targets' texts if those still exist. */
export async function listRowsByNote(ctx: QueueContext, where: SQL, limit: number): Promise<FollowUpRow[]> {
  const notes = await ctx.db.all<NoteRecord & { key: string }>(sql`
    select note.key, ${noteColumnsSql}
    from follow_up_notes note left join users owner on owner.id = note.owner_id
    where ${where} and ${isOpenableNoteSql(ctx)} order by note.updated_ts desc, note.key desc limit ${limit}`);
  const targets = await listRowsById(
    ctx,
    notes.map(({ key }) => key),
    false,
  );
  const texts = new Map(targets.map((target) => [target.key, target.texts]));
  return notes.flatMap(({ notedSince: since, ...note }) => {
    const parsed = parseKey(note.key);
    return parsed
      ? {
          ...note,
          ...parsed,
          since,
          rank: RANKS.others,
          isClosable: false,
          texts: texts.get(note.key) ?? null,
          deadline: null,
          promised: null,
        }
      : [];
  });
}

/** Each queue and table once: SQLite bounds the depth of the condition. */
const OWNED_SOURCES = [
  ...new Map(
    SOURCES.filter(({ isOwnSql }) => isOwnSql).map((source) => [`${source.queue} ${source.table}`, source]),
  ).values(),
];

/** Condition: the note is not on a row that concerns the admin. */
const isOpenableNoteSql = (ctx: QueueContext): SQL =>
  and(
    ...OWNED_SOURCES.map(
      (
        source,
      ) => sql`not (${isInQueueSql(source.queue)} and exists (select 1 from ${tablesSql(source, ctx, "ids")}
        where ${idSql(source)} = substr(note.key, ${source.queue.length + 2}) and not ${isOpenableSql(source, ctx)}))`,
    ),
  ) as SQL;

/** Condition: notes of one queue, or of all. */
export const isInQueueSql = (queue: FollowUpQueue | null): SQL =>
  // ";" follows ":" in ASCII, so this is the range of keys with the queue's prefix.
  queue === null ? sql`true` : sql`note.key > ${`${queue}:`} and note.key < ${`${queue};`}`;
