import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { type AuditAction, auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql, noGuard, previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { hasRows } from "@/db/returned-rows";
import { followUpNotes, users } from "@/db/schema";
import { setContactMessageClosedStatement } from "@/features/contact";
import { isLatestAlertSql, setAlertClosedStatement } from "@/features/promotions";
import { toDay } from "@/shared/dates";
import { type FieldError, invalid, ok, type Result, refuse } from "@/shared/errors";
import { formatDay } from "@/shared/format";
import { validate } from "@/shared/schemas/field-errors";
import { type FollowUpChange, followUpChangeSchema } from "@/shared/schemas/follow-up";
import { findFollowUpRow } from "./queues/find-follow-up-row";
import { QUEUES } from "./queues/queues";
import { type FollowUpNote, type FollowUpRow, getLastSnoozeDay } from "./queues/row";

/** Attempts of a write without a version when another admin saves first. */
const MAX_TRIES = 5;

const staleRefusal = () => refuse("conflict", { reason: "datastale" });

type SaveNoteOptions = {
  version?: number;
  since?: number;
  /** A further condition of the write. */
  guard?: SQL;
  /** Further statements of the batch that saves the note. With them, it is saved also without changes. */
  furtherStatements?: (guard: SQL) => Statement[];
};

/**
 * Saves a row's note; fields left out stay unchanged. An outcome closes the row, if that is allowed, and with it a
 * message to the operator or a payment alert; removing the outcome reopens both. A note without changes writes nothing.
 * `version` and `since` are what a form showed of the row; a call has them in `input`.
 * @returns the current row; `not_found` for an unknown key, `invalid` (an owner must be an enabled admin, a snooze ends
 * before the deadline), or
 * `conflict` with `datastale` if another admin saved a note after `version`, or the row returned after `since`
 */
export async function saveNote(
  ctx: Ctx,
  key: string,
  input: object,
  { guard, furtherStatements, ...shown }: SaveNoteOptions = {},
): Promise<Result<FollowUpRow>> {
  requireAdmin(ctx);
  const checked = validate(followUpChangeSchema, input);
  const {
    version = shown.version,
    since_ts: since = shown.since,
    ...change
  } = checked.ok ? checked.value : {};
  for (let n = 0; n < MAX_TRIES; n++) {
    const row = await findFollowUpRow(ctx, key);
    if (!row) return refuse("not_found");
    if (!checked.ok) return checked;
    if (version !== undefined && version !== row.version) return staleRefusal();
    if (since !== undefined && since !== row.since) return staleRefusal();
    const updated = applyChange(row, change);
    const changed = NOTE_FIELDS.filter((name) => updated[name] !== row[name]);
    if (changed.length === 0 && !furtherStatements) return ok(row);
    const refused = findRefusedField(ctx, row, updated, changed);
    if (refused) return invalid([refused]);
    if (changed.includes("ownerId") && updated.ownerId !== null && !(await adminExists(ctx, updated.ownerId)))
      return invalid([{ field: "owner", code: "invalid_choice" }]);
    const saved = await writeNote(ctx, row, updated, changed, { guard, furtherStatements });
    if (saved) {
      const current = await findFollowUpRow(ctx, key);
      return current ? ok(current) : refuse("not_found");
    }
    if (version !== undefined) return staleRefusal();
  }
  return staleRefusal();
}

const NOTE_FIELDS = ["note", "ownerId", "due", "outcome", "snoozedUntil"] as const;
type EditableNote = Pick<FollowUpNote, (typeof NOTE_FIELDS)[number]>;

/** The row's note with the changes applied. */
function applyChange(row: FollowUpRow, change: Omit<FollowUpChange, "version" | "since_ts">): EditableNote {
  const valueOrCurrent = <T>(value: T | undefined, current: T): T => (value === undefined ? current : value);
  return {
    note: valueOrCurrent(change.note, row.note),
    ownerId: valueOrCurrent(change.owner, row.ownerId),
    due: valueOrCurrent(change.due, row.due),
    outcome: valueOrCurrent(change.outcome, row.outcome),
    snoozedUntil: valueOrCurrent(change.snoozed_until, row.snoozedUntil),
  };
}

/** The first changed field whose value the row does not allow. */
function findRefusedField(
  { now, locale }: Ctx,
  row: FollowUpRow,
  { outcome, snoozedUntil }: EditableNote,
  changed: readonly (typeof NOTE_FIELDS)[number][],
): FieldError | undefined {
  if (changed.includes("outcome") && outcome !== null && !row.isClosable)
    return { field: "outcome", code: "not_closable" };
  if (changed.includes("due") && row.deadline !== null) return { field: "due", code: "fixed_deadline" };
  const last = getLastSnoozeDay(row, now);
  if (!changed.includes("snoozedUntil") || snoozedUntil === null || last === null || snoozedUntil <= last)
    return undefined;
  return last > toDay(now)
    ? { field: "snoozed_until", code: "snooze_limit", params: { day: formatDay(last, locale) } }
    : { field: "snoozed_until", code: "no_snooze" };
}

const isEnabledAdminSql = (id: string): SQL[] => [
  eq(users.id, id),
  eq(users.role, "a"),
  sql`${users.disabledTs} is null`,
];

const adminExists = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await db.$count(users, and(...isEnabledAdminSql(id)))) === 1;

/**
 * Returns whether the note was saved. It is not if another admin saved first, the owner is no longer an admin, or the
 * closed payment alert has become another one.
 */
async function writeNote(
  ctx: Ctx,
  row: FollowUpRow,
  updated: EditableNote,
  changed: readonly (typeof NOTE_FIELDS)[number][],
  { guard: furtherGuard = noGuard, furtherStatements }: Pick<SaveNoteOptions, "guard" | "furtherStatements">,
): Promise<boolean> {
  const { db, now } = ctx;
  const auditId = ctx.newId();
  const guard = hasAuditEventSql(auditId);
  const ownerGuard =
    changed.includes("ownerId") && updated.ownerId !== null
      ? hasAccountSql(...isEnabledAdminSql(updated.ownerId))
      : noGuard;
  const alertGuard =
    row.queue === "payments" && updated.outcome !== null ? isLatestAlertSql(toAlert(row)) : noGuard;
  const claimGuard = sql`${ownerGuard} and ${alertGuard} and ${furtherGuard}`;
  const values = { ...updated, sinceTs: row.since, updatedTs: now, version: row.version + 1 };
  const [, auditRows] = await ctx.commit([
    row.version === 0
      ? insertWhere(db, followUpNotes, { key: row.key, ...values }, claimGuard).onConflictDoNothing()
      : db
          .update(followUpNotes)
          .set(values)
          .where(and(eq(followUpNotes.key, row.key), eq(followUpNotes.version, row.version), claimGuard)),
    auditEventStatement(
      ctx,
      {
        id: auditId,
        action: getAuditAction(row, updated),
        subject: getNoteSubject(row),
        // Never the note itself: it may hold personal data that the log must not keep.
        detail: {
          queue: row.queue,
          changed: changed.map((name) => FIELD_NAMES[name]),
          ...(changed.includes("snoozedUntil") ? { until: updated.snoozedUntil } : {}),
        },
      },
      previousChanged,
    ),
    ...updateTargetStatements(ctx, row, updated, guard),
    ...(furtherStatements?.(guard) ?? []),
  ]);
  return hasRows(auditRows);
}

const FIELD_NAMES = {
  note: "note",
  ownerId: "owner",
  due: "due",
  outcome: "outcome",
  snoozedUntil: "snoozed_until",
} as const;

function getAuditAction(row: FollowUpRow, { outcome }: EditableNote): AuditAction {
  if ((outcome === null) === (row.outcome === null)) return "follow_up.noted";
  return outcome === null ? "follow_up.reopened" : "follow_up.done";
}

/** The subject of the audit events of a row's note. A payment alert is about an event, or about an order. */
export const getNoteSubject = ({ queue, id }: Pick<FollowUpRow, "queue" | "id">): string =>
  auditSubject(queue === "payments" && !id.startsWith("evt_") ? "order" : QUEUES[queue].subject, id);

/** Closes or reopens a message to the operator or a payment alert with its row. */
function updateTargetStatements(
  ctx: Ctx,
  row: FollowUpRow,
  { outcome }: EditableNote,
  guard: SQL,
): Statement[] {
  if ((outcome === null) === (row.outcome === null)) return [];
  const closedTs = outcome === null ? null : ctx.now;
  if (row.queue === "contact") return [setContactMessageClosedStatement(ctx, row.id, closedTs, guard)];
  return row.queue === "payments" ? [setAlertClosedStatement(ctx, toAlert(row), closedTs, guard)] : [];
}

const toAlert = ({ id, since }: FollowUpRow) => ({ id, receivedTs: since });
