import { auditLog, users } from "@/db/schema";

/** The columns of an `AuditEvent`, for a query that joins the actor from `users`. */
export const AUDIT_COLUMNS = {
  id: auditLog.id,
  ts: auditLog.ts,
  action: auditLog.action,
  subject: auditLog.subject,
  detail: auditLog.detail,
  actorId: auditLog.actorId,
  actor: { id: users.id, firstName: users.firstName, lastName: users.lastName },
};

export type AuditEvent = {
  id: string;
  ts: number;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  actorId: string | null;
  actor: { id: string; firstName: string; lastName: string } | null;
};
