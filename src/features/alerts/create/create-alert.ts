import { eq, isNotNull, isNull, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasAccountSql } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { alertFilters, alerts, users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { alertSchema } from "@/shared/schemas/alert";
import { validate } from "@/shared/schemas/field-errors";
import type { SearchFilters } from "@/shared/schemas/search";
import { computeNextDigestTs } from "../digests/compute-next-digest-ts";
import { adoptGuestAlertsStatements } from "../manage/adopt-guest-alerts-statements";
import { changeAlert } from "../manage/change-alert";
import { alertFiltersIdSql, saveAlertFiltersStatements, toAlertQuery } from "../matching/save-alert-filters";
import { type Alert, findAlertByQuery, hasRoomSql, newestMatchSql, tooManyAlerts } from "../queries";

export type AlertInput = { filters: SearchFilters; frequency: unknown };

/** Deletes stored filters that no alert uses, if the INSERT of the alert before it took no effect. */
export const deleteUnusedFiltersStatement = ({ db }: Ctx, query: string): Statement =>
  db.run(sql`delete from ${alertFilters} where ${alertFilters.query} = ${query}
    and not exists (select 1 from ${alerts} where ${alerts.filtersId} = ${alertFilters.id})`);

/**
 * Creates an alert of the signed-in user. The same filters again return the existing alert, and resume it if it is
 * paused. Refuses `forbidden` (`email_unverified`), `invalid` and `conflict` (`too_many_alerts`).
 */
export async function createAlert(ctx: Ctx, { filters, ...input }: AlertInput): Promise<Result<Alert>> {
  const { id: userId, email, emailVerified } = requireUser(ctx);
  if (!emailVerified) return refuse("forbidden", { reason: "email_unverified" });
  const checked = validate(alertSchema, input);
  if (!checked.ok) return checked;
  const { frequency } = checked.value;
  const query = toAlertQuery(filters);
  await ctx.commit([
    // Alerts of the address for which the account had no room.
    ...adoptGuestAlertsStatements(ctx, email),
    ...saveAlertFiltersStatements(ctx, filters),
    insertWhere(
      ctx.db,
      alerts,
      {
        id: ctx.newId(),
        filtersId: alertFiltersIdSql(query),
        userId,
        frequency,
        createdTs: ctx.now,
        confirmedTs: ctx.now,
        nextDigestTs: computeNextDigestTs(frequency, ctx.now),
        sentSeq: newestMatchSql,
        openedTs: ctx.now,
      },
      // The account may have been deleted since it was read, or have got another alert.
      sql`${hasAccountSql(eq(users.id, userId), isNotNull(users.emailVerifiedTs), isNull(users.disabledTs))}
        and ${hasRoomSql(email, alertFiltersIdSql(query))}`,
    ).onConflictDoNothing(),
    deleteUnusedFiltersStatement(ctx, query),
  ]);
  const alert = await findAlertByQuery(ctx, { userId, email }, query);
  if (!alert) return tooManyAlerts();
  return alert.pausedTs === null ? ok(alert) : changeAlert(ctx, alert, { paused: false });
}
