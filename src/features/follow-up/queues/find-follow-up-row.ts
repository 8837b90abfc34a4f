import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { SOURCES } from "./all-sources";
import { isInQueueSql } from "./list-noted-rows";
import { listRowsByKey, listRowsInQueue } from "./queries";
import { EMPTY_NOTE, type FollowUpRow, parseKey } from "./row";
import { isOpenableSql, type QueueContext } from "./row-source";

/**
 * A row by its key, for admins: the current entry, or the last noted one if it has left the queue. Null for an unknown
 * key.
 */
export async function findFollowUpRow(ctx: Ctx, key: string): Promise<FollowUpRow | null> {
  requireAdmin(ctx);
  if (!parseKey(key)) return null;
  const [current] = await listRowsInQueue(ctx, [key]);
  if (current) return current;
  const [noted] = await listRowsByNote(ctx, sql`note.key = ${key}`, 1);
  return noted ?? null;
}

/** Upper bound of the list of admins. */
const MAX_ADMINS = 200;

/** Admins who may own a row. */
export const listAdmins = (ctx: Ctx) => {
  requireAdmin(ctx);
  const { id, firstName, lastName, role, disabledTs } = users;
  return ctx.db
    .select({ id, firstName, lastName })
    .from(users)
    .where(and(eq(role, "a"), isNull(disabledTs)))
    .orderBy(asc(firstName), asc(lastName), asc(id))
    .limit(MAX_ADMINS);
};

export type OwnerOptions = Awaited<ReturnType<typeof listAdmins>>;

/** Rows by their notes, the latest first, with their targets' texts if those still exist. */
export async function listRowsByNote(ctx: QueueContext, where: SQL, limit: number): Promise<FollowUpRow[]> {
  const notes = await ctx.db.all<NoteRecord>(sql`
    select note.*, trim(owner.first_name || ' ' || owner.last_name) as owner_name
    from follow_up_notes note left join users owner on owner.id = note.owner_id
    where ${where} and ${isOpenableNoteSql(ctx)} order by note.updated_ts desc, note.key desc limit ${limit}`);
  const targets = await listRowsByKey(
    ctx,
    notes.map(({ key }) => key),
  );
  const texts = new Map(targets.map((target) => [target.key, target.texts]));
  return notes.flatMap((note) => {
    const parsed = parseKey(note.key);
    if (!parsed) return [];
    return {
      ...EMPTY_NOTE,
      ...parsed,
      key: note.key,
      since: note.since_ts,
      texts: texts.get(note.key) ?? null,
      note: note.note,
      ownerId: note.owner_id,
      ownerName: note.owner_name ?? "",
      due: note.due,
      outcome: note.outcome,
      snoozedUntil: note.snoozed_until,
      updatedTs: note.updated_ts,
      version: note.version,
    };
  });
}

/** Condition: the note is not on a row that concerns the admin. */
const isOpenableNoteSql = (ctx: QueueContext): SQL =>
  and(
    ...SOURCES.filter(({ isOwnSql }) => isOwnSql).map(
      (source) => sql`not (${isInQueueSql(source.queue)} and exists (select 1 from ${source.tables}
        where ${source.id} = substr(note.key, ${source.queue.length + 2}) and not ${isOpenableSql(source, ctx)}))`,
    ),
  ) as SQL;

type NoteRecord = {
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
