import { sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, hasHitsLeftSql, hitLimit } from "@/db/rate-limits";
import { alerts } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { guestAlertSchema } from "@/shared/schemas/alert";
import { validate } from "@/shared/schemas/field-errors";
import { ALERT_CONFIRMATION_MS, createAlertToken } from "../alert-token";
import { computeNextDigestTs } from "../digests/compute-next-digest-ts";
import { formatFiltersWithoutWords } from "../format-alert-filters";
import { alertFiltersIdSql, saveAlertFiltersStatements, toAlertQuery } from "../matching/save-alert-filters";
import { findAlertByQuery, newestMatchSql } from "../queries";
import { type AlertInput, deleteUnusedFiltersStatement } from "./create-alert";

/**
 * Maximum unconfirmed alerts of an address. Visitors can enter another person's address, so a mailbox that never
 * answers gets at most this many mails in a week.
 */
const MAX_UNCONFIRMED = 5;
const NETWORK_LIMIT = defineLimit("alerts_network");
const MAILBOX_LIMIT = defineLimit("alerts_mailbox");

export type AlertRequest = AlertInput & { email: unknown; appCheck: string };

/**
 * Stores the alert of a visitor without an account and mails the link that confirms it. Returns the address. The
 * result is the same for every address: also for one that has the alert, an account, or too many unconfirmed alerts,
 * which gets no further mail. Refuses `invalid`, `forbidden` (`app_check`) and `too_many` for the visitor's network.
 */
export async function requestAlert(
  ctx: Ctx,
  { filters, appCheck, ...input }: AlertRequest,
): Promise<Result<{ email: string }>> {
  const checked = validate(guestAlertSchema, input);
  if (!checked.ok) return checked;
  if (!(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const { email, frequency } = checked.value;
  const query = toAlertQuery(filters);
  // Counts requests without a mail too: the number before a refusal must not tell which addresses wait for one.
  const { allowed, retryAfter } = await hitLimit(
    ctx.db,
    NETWORK_LIMIT,
    hashLimitKey(ctx, ctx.network),
    ctx.now,
  );
  if (!allowed) return refuse("too_many", { retryAfter });

  const limits = [[MAILBOX_LIMIT, hashLimitKey(ctx, email)]] as const;
  const existing = await findAlertByQuery(ctx, { userId: null, email }, query);
  const isConfirmed = existing?.confirmedTs != null;
  // An unconfirmed alert keeps the time of its only mail. A confirmed one gets a mail with the link that manages it.
  const id = existing?.id ?? ctx.newId();
  const hasFewUnconfirmedSql = sql`(select count(*) from ${alerts} where ${alerts.email} = ${email}
    and ${alerts.confirmedTs} is null) < ${MAX_UNCONFIRMED}`;
  await ctx.commit([
    ...saveAlertFiltersStatements(ctx, filters),
    insertWhere(
      ctx.db,
      alerts,
      {
        id,
        filtersId: alertFiltersIdSql(query),
        email,
        locale: ctx.locale,
        frequency,
        createdTs: ctx.now,
        nextDigestTs: computeNextDigestTs(frequency, ctx.now),
        sentSeq: newestMatchSql,
        openedTs: ctx.now,
      },
      sql`${hasHitsLeftSql(limits, ctx.now)} and ${hasFewUnconfirmedSql}`,
    ).onConflictDoUpdate({
      target: [alerts.email, alerts.filtersId],
      targetWhere: sql`email is not null`,
      // Changes nothing, but counts as a change for the mail.
      set: { frequency: sql`${alerts.frequency}` },
      setWhere: sql`${alerts.confirmedTs} is not null`,
    }),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    queueMailStatement(
      ctx,
      {
        template: isConfirmed ? "alert_known" : "alert_confirm",
        to: email,
        locale: ctx.locale,
        params: { search: formatFiltersWithoutWords(ctx.t, filters) },
        about: auditSubject("alert", id),
        actionPath: paths.alerts({ token: createAlertToken(ctx, { id, email }) }),
        ...(isConfirmed ? {} : { linkExpiresTs: ctx.now + ALERT_CONFIRMATION_MS }),
      },
      previousChanged,
    ),
    deleteUnusedFiltersStatement(ctx, query),
  ]);
  return ok({ email });
}
