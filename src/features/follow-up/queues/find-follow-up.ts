import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { FollowUpQueue, FollowUpView } from "@/shared/codes";
import { DAY_MS, toDay } from "@/shared/dates";
import { findDated, findNoted, ofQueue } from "./find-dated";
import { EMPTY_NOTE, type FollowUpRow, readKey } from "./row";
import { readListed, readThings } from "./statements";

const PAGE = 25;
/** How long done rows are shown (ms). */
const LATELY_MS = 30 * DAY_MS;

export type FollowUpFilter = {
  queue: FollowUpQueue | null;
  /** An admin's id, "unassigned" for rows without an owner, or null for all. */
  owner: string | "unassigned" | null;
  view: FollowUpView;
};

export type FoundFollowUp = { rows: FollowUpRow[]; next: string | null };

type SourceQuery = { after: FollowUpPosition | null; size: number };

/**
 * A page of the work list. Open: overdue rows first, then rows due today, then the others by age. Snoozed: by the day
 * of return. Done: outcomes of the last 30 days, the latest first, even if the row no longer exists. `after` is the
 * `next` of an answer; an invalid value means the first page.
 */
export function findFollowUp(
  ctx: Ctx,
  filter: FollowUpFilter,
  { after, size = PAGE }: { after: string | undefined; size?: number },
): Promise<FoundFollowUp> {
  requireAdmin(ctx);
  const asked = { after: readPlace(after), size };
  if (filter.view === "done") return findDone(ctx, filter, asked);
  if (filter.view === "snoozed") return findSnoozed(ctx, filter, asked);
  return filter.owner === null || filter.owner === "unassigned"
    ? findOpen(ctx, filter, asked)
    : findOpenOf(ctx, filter, asked);
}

/** Condition: notes of one owner, without an owner, or all. */
const ofOwner = (owner: FollowUpFilter["owner"]): SQL =>
  owner === null
    ? sql`true`
    : owner === "unassigned"
      ? sql`note.owner_id is null`
      : sql`note.owner_id = ${owner}`;

const openPlace =
  (today: string) =>
  ({ due, since, key }: FollowUpRow): FollowUpPosition => ({
    day: due !== null && due <= today ? due : null,
    ts: since,
    key,
  });

async function findOpen(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  { after, size }: SourceQuery,
): Promise<FoundFollowUp> {
  const unassigned = owner === "unassigned";
  // A cursor without a day is past all rows with a day.
  const [dated, listed] = await Promise.all([
    after !== null && after.day === null ? [] : findDated(ctx, { queue, unassigned }),
    readListed(ctx, {
      queue,
      unassigned,
      after: after !== null && after.day === null ? { since: after.ts, key: after.key } : null,
      limit: size + 1,
    }),
  ]);
  return cutPage([...dated, ...listed], openPlace(toDay(ctx.now)), { after, size });
}

/** An admin's own rows all have notes, so the notes give the rows. */
async function findOpenOf(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  asked: SourceQuery,
): Promise<FoundFollowUp> {
  const today = toDay(ctx.now);
  const which = sql`${ofOwner(owner)} and note.outcome is null
    and (note.snoozed_until is null or note.snoozed_until <= ${today}) and ${ofQueue(queue)}`;
  const rows = await findNoted(ctx, which, sql`note.due is null, note.due, note.since_ts`);
  return cutPage(rows, openPlace(today), asked);
}

async function findSnoozed(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  asked: SourceQuery,
): Promise<FoundFollowUp> {
  const which = sql`note.snoozed_until > ${toDay(ctx.now)} and note.outcome is null
    and ${ofOwner(owner)} and ${ofQueue(queue)}`;
  const rows = await findNoted(ctx, which, sql`note.snoozed_until, note.since_ts`);
  return cutPage(rows, ({ snoozedUntil, since, key }) => ({ day: snoozedUntil, ts: since, key }), asked);
}

async function findDone(
  ctx: Ctx,
  { queue, owner }: FollowUpFilter,
  { after, size }: SourceQuery,
): Promise<FoundFollowUp> {
  const rows = await readNotes(
    ctx,
    sql`note.updated_ts > ${ctx.now - LATELY_MS} and note.outcome is not null and ${ofOwner(owner)}
      and ${ofQueue(queue)} ${after ? sql`and (note.updated_ts, note.key) < (${after.ts}, ${after.key})` : sql``}`,
    size + 1,
  );
  // The latest first, so the order by time is reversed.
  const last = rows[size - 1];
  return {
    rows: rows.slice(0, size),
    next: rows.length > size && last ? `.${(last.updatedTs ?? 0).toString(36)}.${last.key}` : null,
  };
}

/** Rows by their notes, the latest first, with their subjects' texts if those still exist. */
export async function readNotes(ctx: Pick<Ctx, "db">, which: SQL, limit: number): Promise<FollowUpRow[]> {
  const notes = await ctx.db.all<Noted>(sql`
    select note.*, trim(owner.first_name || ' ' || owner.last_name) as owner_name
    from follow_up_notes note left join users owner on owner.id = note.owner_id
    where ${which} order by note.updated_ts desc, note.key desc limit ${limit}`);
  const things = await readThings(
    ctx,
    notes.map(({ key }) => key),
  );
  const said = new Map(things.map((thing) => [thing.key, thing.said]));
  return notes.flatMap((one) => {
    const named = readKey(one.key);
    if (!named) return [];
    return {
      ...EMPTY_NOTE,
      ...named,
      key: one.key,
      since: one.since_ts,
      said: said.get(one.key) ?? null,
      note: one.note,
      ownerId: one.owner_id,
      ownerName: one.owner_name ?? "",
      due: one.due,
      outcome: one.outcome,
      snoozedUntil: one.snoozed_until,
      updatedTs: one.updated_ts,
      version: one.version,
    };
  });
}

type Noted = {
  key: string;
  since_ts: number;
  note: string;
  owner_id: string | null;
  owner_name: string | null;
  due: string | null;
  outcome: string | null;
  snoozed_until: string | null;
  updated_ts: number;
  version: number;
};

/**
 * A row's position in a list: by day if the list has days, then by time (ms), then by key. Rows without a day come
 * last.
 */
export type FollowUpPosition = { day: string | null; ts: number; key: string };

const NO_DAY = "~";

/** Compares two positions: negative if the first comes before the other. */
export function comparePlaces(a: FollowUpPosition, b: FollowUpPosition): number {
  const [first, second] = [a.day ?? NO_DAY, b.day ?? NO_DAY];
  if (first !== second) return first < second ? -1 : 1;
  return a.ts - b.ts || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

export const writePlace = ({ day, ts, key }: FollowUpPosition): string =>
  `${day ?? ""}.${ts.toString(36)}.${key}`;

/** Parses a cursor; null if it is invalid, which shows the first page. */
export function readPlace(text: string | undefined): FollowUpPosition | null {
  const [, day, ts = "", key = ""] =
    text?.match(/^(\d{4}-\d{2}-\d{2})?\.([0-9a-z]{1,9})\.([a-z_]{1,40}:[\w-]{1,255})$/) ?? [];
  return key === "" ? null : { day: day ?? null, ts: parseInt(ts, 36), key };
}

/** A page of the rows after `after`, with the cursor of the next page. */
export function cutPage(
  rows: readonly FollowUpRow[],
  placeOf: (row: FollowUpRow) => FollowUpPosition,
  { after, size }: { after: FollowUpPosition | null; size: number },
): { rows: FollowUpRow[]; next: string | null } {
  const behind = rows
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place }) => after === null || comparePlaces(place, after) > 0)
    .sort((a, b) => comparePlaces(a.place, b.place));
  const page = behind.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    next: behind.length > size && last ? writePlace(last.place) : null,
  };
}
