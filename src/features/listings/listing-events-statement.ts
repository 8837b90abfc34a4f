import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type AuditAction, auditEventStatement, auditSubject } from "@/db/audit";
import { listings } from "@/db/schema";

/**
 * The statement that writes an audit event for each listing of `condition`, with the batch that changed them. The
 * condition and the detail may use the columns of `listings`.
 */
export const listingEventsStatement = (
  ctx: Ctx,
  action: Extract<AuditAction, `listing.${string}`>,
  condition: SQL,
  detail?: Record<string, unknown> | SQL,
) =>
  auditEventStatement(
    ctx,
    {
      id: sql`${ctx.newId()} || ${listings.num}`,
      action,
      subject: auditSubject("listing", listings.id),
      detail,
    },
    condition,
    listings,
  );
