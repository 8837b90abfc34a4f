import { type Column, type SQL, sql } from "drizzle-orm";

type Kind =
  | "category"
  | "contact"
  | "document"
  | "enquiry"
  | "event"
  | "listing"
  | "mail"
  | "order"
  | "post"
  | "testimonial"
  | "user";

/** The subject of an audit event, as the audit log stores it: `order:{id}`. The id may be a column of the statement's row. */
export function auditSubject(kind: Kind, id: string): string;
export function auditSubject(kind: Kind, id: Column): SQL;
export function auditSubject(kind: Kind, id: string | Column): string | SQL {
  return typeof id === "string" ? `${kind}:${id}` : sql`${`${kind}:`} || ${id}`;
}
