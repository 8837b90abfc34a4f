import { auditLog, users } from "@/db/schema";

/** A row of the audit log with who did it, joined from `users`: what a page says of a deed. */
export const DEED_COLUMNS = {
  id: auditLog.id,
  ts: auditLog.ts,
  action: auditLog.action,
  subject: auditLog.subject,
  detail: auditLog.detail,
  actorId: auditLog.actorId,
  actor: { id: users.id, firstName: users.firstName, lastName: users.lastName },
};

export type DeedRow = {
  id: string;
  ts: number;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  actorId: string | null;
  actor: { id: string; firstName: string; lastName: string } | null;
};
