import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { FollowUpQueue, FollowUpView } from "@/shared/codes";
import { DAY_MS, toDay } from "@/shared/dates";
import { listDueRows, listNotedRowsInQueue } from "./list-noted-rows";
import { comparePositions, type FollowUpPosition, toOpenPosition } from "./position";
import { isInQueueSql, listQueueRows, listRowsByNote } from "./queries";
import type { FollowUpRow } from "./row";
import { RANKS } from "./row-source";

const PAGE_SIZE = 25;
/** How long done rows are shown (ms). */
const DONE_SHOWN_MS = 30 * DAY_MS;

export type FollowUpFilter = {
  queue: FollowUpQueue | null;
  /** An admin's id, "unassigned" for rows without an owner, or null for all. */
  owner: string | "unassigned" | null;
  view: FollowUpView;
};

export type FollowUpList = { rows: FollowUpRow[]; next: string | null };

type PageRequest = { after: FollowUpPosition | null; size: number };

/**
 * A page of the follow-up list. Open: in the order of `RANKS`. Snoozed: by the day of return. Done: outcomes of the last 30
 * days, the latest first, even if the row no longer exists. `after` is the `next` of the previous page; an invalid
 * value means the first page.
 */
export function listFollowUp(
  ctx: Ctx,
  filter: FollowUpFilter,
  { after, size = PAGE_SIZE }: { after: string | undefined; size?: number },
): Promise<FollowUpList> {
  requireAdmin(ctx);
  const page = { after: parseCursor(after), size };
  if (filter.view === "done") return listDone(ctx, filter, page);
  if (filter.view === "snoozed") return listSnoozed(ctx, filter, page);
  return filter.owner === null || filter.owner === "unassigned"
    ? listOpen(ctx, filter, page)
    : listOpenOfAdmin(ctx, filter, page);
}

/** Condition: notes of one owner, without an owner, or all. */
const isOwnedBySql = (owner: FollowUpFilter["owner"]): SQL =>
  owner === null
    ? sql`true`
    : owner === "unassigned"
      ? sql`note.owner_id is null`
      : sql`note.owner_id = ${owner}`;

/** The cursor after an open row. */
export const formatRowCursor = ({ now }: Pick<Ctx, "now">, row: FollowUpRow): string =>
  formatCursor(toOpenPosition(toDay(now))(row));

async function listOpen(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  { after, size }: PageRequest,
): Promise<FollowUpList> {
  const unassigned = owner === "unassigned";
  const [dueRows, queueRows] = await Promise.all([
    after?.rank === RANKS.others ? [] : listDueRows(ctx, { queue, unassigned }),
    listQueueRows(ctx, {
      queue,
      unassigned,
      after: after && { rank: after.rank, since: after.ts, key: after.key },
      limit: size + 1,
    }),
  ]);
  return toPage([...dueRows, ...queueRows], toOpenPosition(toDay(ctx.now)), { after, size });
}

/** An admin's own rows all have notes, so the notes give the rows. */
async function listOpenOfAdmin(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  page: PageRequest,
): Promise<FollowUpList> {
  const today = toDay(ctx.now);
  const where = sql`${isOwnedBySql(owner)} and note.outcome is null
    and (note.snoozed_until is null or note.snoozed_until <= ${today}) and ${isInQueueSql(queue)}`;
  const rows = await listNotedRowsInQueue(ctx, where, sql`note.due is null, note.due, note.since_ts`);
  return toPage(rows, toOpenPosition(today), page);
}

async function listSnoozed(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  page: PageRequest,
): Promise<FollowUpList> {
  const where = sql`note.snoozed_until > ${toDay(ctx.now)} and note.outcome is null
    and ${isOwnedBySql(owner)} and ${isInQueueSql(queue)}`;
  const rows = await listNotedRowsInQueue(ctx, where, sql`note.snoozed_until, note.since_ts`);
  return toPage(
    rows,
    ({ snoozedUntil, since, key }) => ({ rank: 0, day: snoozedUntil, ts: since, key }),
    page,
  );
}

async function listDone(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  { after, size }: PageRequest,
): Promise<FollowUpList> {
  const rows = await listRowsByNote(
    ctx,
    sql`note.updated_ts > ${ctx.now - DONE_SHOWN_MS} and note.outcome is not null and ${isOwnedBySql(owner)}
      and ${isInQueueSql(queue)} ${after ? sql`and (note.updated_ts, note.key) < (${after.ts}, ${after.key})` : sql``}`,
    size + 1,
  );
  // The latest first, so the order by time is reversed.
  const last = rows[size - 1];
  return {
    rows: rows.slice(0, size),
    next: rows.length > size && last ? `0.${(last.updatedTs ?? 0).toString(36)}.${last.key}` : null,
  };
}

const formatCursor = ({ rank, day, ts, key }: FollowUpPosition): string =>
  `${rank}${day ?? ""}.${ts.toString(36)}.${key}`;

/** Parses a cursor; null if it is invalid, which shows the first page. */
function parseCursor(text: string | undefined): FollowUpPosition | null {
  const [, rank, day, ts = "", key = ""] =
    text?.match(/^(\d)(\d{4}-\d{2}-\d{2})?\.([0-9a-z]{1,9})\.([a-z_]{1,40}:[\w-]{1,255})$/) ?? [];
  return key === "" ? null : { rank: Number(rank), day: day ?? null, ts: parseInt(ts, 36), key };
}

/** A page of the rows after `after`, with the cursor of the next page. */
function toPage(
  rows: readonly FollowUpRow[],
  toPosition: (row: FollowUpRow) => FollowUpPosition,
  { after, size }: { after: FollowUpPosition | null; size: number },
): { rows: FollowUpRow[]; next: string | null } {
  const remaining = rows
    .map((row) => ({ row, position: toPosition(row) }))
    .filter(({ position }) => after === null || comparePositions(position, after) > 0)
    .sort((a, b) => comparePositions(a.position, b.position));
  const page = remaining.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    next: remaining.length > size && last ? formatCursor(last.position) : null,
  };
}
