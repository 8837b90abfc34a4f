import { type Column, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AUDIT_ACTION_KINDS } from "@/shared/codes";
import type { Db } from "./client";
import { insertWhere } from "./insert-where";
import { auditLog } from "./schema";

/** What was done, as object and past participle: `listing.paused`. */
export type AuditAction = `${(typeof AUDIT_ACTION_KINDS)[number]}.${string}`;

/** The kinds of subjects: the part of a subject before the colon. */
export const SUBJECT_KINDS = [
  "alert",
  "category",
  "connection",
  "contact",
  "document",
  "enquiry",
  "event",
  "invitation",
  "invoice",
  "listing",
  "mail",
  "order",
  "post",
  "request",
  "review",
  "testimonial",
  "user",
  "verification",
] as const;
type SubjectKind = (typeof SUBJECT_KINDS)[number];

/**
 * The subject of an audit event, as the audit log stores it: `order:{id}`. The id may be a column of the statement's
 * row.
 */
export function auditSubject(kind: SubjectKind, id: string): string;
export function auditSubject(kind: SubjectKind, id: Column): SQL;
export function auditSubject(kind: SubjectKind, id: string | Column): string | SQL {
  return typeof id === "string" ? `${kind}:${id}` : sql`${`${kind}:`} || ${id}`;
}

type ActorContext = { db: Db; now: number; newId(): string; user?: { id: string } | null };

type NewAuditEvent = {
  /** For `hasAuditEventSql`; a new id by default. */
  id?: string | SQL;
  action: AuditAction;
  /** See `auditSubject`. */
  subject: string | SQL;
  detail?: Record<string, unknown> | SQL;
  /** The user who acted; by default the current user. */
  actorId?: string | null;
};

/**
 * The statement that writes an audit event in the batch of the action. It returns the event's id if the guard held.
 * With `from` the guard, the id, the subject and the detail may use that table's columns.
 */
export function auditEventStatement(
  { db, now, newId, user }: ActorContext,
  { id = newId(), action, subject, detail = {}, actorId = user?.id ?? null }: NewAuditEvent,
  guard: SQL,
  from?: SQLiteTable,
) {
  const event = { id, ts: now, actorId, action, subject, detail };
  return insertWhere(db, auditLog, event, guard, from).returning({ id: auditLog.id });
}

type AuditRow = { id: string; action: AuditAction; subject: string; actorId: string | null; detail: object };

/** The statement that writes many audit events. It returns their ids if the guard held. */
export const auditEventsStatement = (
  { db, now }: Pick<ActorContext, "db" | "now">,
  events: readonly AuditRow[],
  guard: SQL,
) =>
  db
    .insert(auditLog)
    .select(sql`
      select value ->> 'id', ${now}, value ->> 'actorId', value ->> 'action', value ->> 'subject', value -> 'detail'
      from json_each(${JSON.stringify(events)}) where ${guard}`)
    .returning({ id: auditLog.id });

/** Guard: the batch wrote this audit event. For statements that follow it at any distance. */
export const hasAuditEventSql = (id: string): SQL =>
  sql`exists (select 1 from ${auditLog} where ${auditLog.id} = ${id})`;
