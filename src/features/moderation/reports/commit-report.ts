import { type SQL, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { type AuditAction, auditEventStatement, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import {
  countHitsStatements,
  defineLimit,
  findRetryAfter,
  hasHitsLeftSql,
  type Limit,
  type LimitKey,
} from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { type NewMail, queueMailStatement } from "@/features/mail";
import type { Side } from "@/shared/codes";
import { refuse } from "@/shared/errors";

type ReportWrite = {
  /** What is reported, for each account or network, and how often it may be; null if `hasReportedSql` finds all repeats. */
  target: { key: string; limit: Limit } | null;
  /** Of one account or network, whatever is reported. */
  reporterLimit: Limit;
  /** Condition: an earlier report about the same still counts. */
  hasReportedSql: SQL;
  /** The INSERT with its guard and `returning`. */
  insert: (guard: SQL) => Statement;
  /** The owner of the target can export it, so it contains neither the reporter nor the text. */
  event: { action: AuditAction; subject: string; detail?: { side: Side } };
  /** Confirms the report to the reporter. Visitors may give any address, so each mailbox gets only some a day. */
  mail: NewMail | null;
  /** Further statements of the batch, for a report that is stored or repeats one. */
  furtherStatements?: ((guard: SQL) => Statement[]) | undefined;
};

/** Confirmations of reports to one mailbox. */
const RECEIPTS_PER_DAY = defineLimit("report_receipts");

/**
 * Stores a report, unless it repeats an earlier one: that is ignored, and the caller can't tell. Returns null, or the
 * refusal `too_many`, or `not_found` if target or reporter were erased in the meantime.
 */
export async function commitReport(ctx: Ctx, write: ReportWrite): Promise<ReturnType<typeof refuse> | null> {
  const { db, now } = ctx;
  const reporterKey = ctx.user?.id ?? ctx.network;
  const targetKeys: LimitKey[] = write.target
    ? [[write.target.limit, hashLimitKey(ctx, reporterKey, write.target.key)]]
    : [];
  const limitKey: LimitKey = [write.reporterLimit, ctx.user?.id ?? hashLimitKey(ctx, reporterKey)];
  const isRepeatedSql = sql`(not ${hasHitsLeftSql(targetKeys, now)} or ${write.hasReportedSql})`;
  const event = { ...write.event, id: ctx.newId() };
  const receiptKeys: LimitKey[] = write.mail ? [[RECEIPTS_PER_DAY, hashLimitKey(ctx, write.mail.to)]] : [];
  const [written] = await ctx.commit([
    write.insert(sql`not ${isRepeatedSql} and ${hasHitsLeftSql([limitKey], now)}`),
    ...countHitsStatements(db, [...targetKeys, limitKey], now, previousChanged),
    auditEventStatement(ctx, event, previousChanged),
    ...(write.mail
      ? [
          queueMailStatement(
            ctx,
            write.mail,
            sql`${previousChanged} and ${hasHitsLeftSql(receiptKeys, now)}`,
          ),
          ...countHitsStatements(db, receiptKeys, now, previousChanged),
        ]
      : []),
    ...(write.furtherStatements?.(sql`(${isRepeatedSql} or ${hasAuditEventSql(event.id)})`) ?? []),
  ]);
  if (hasRows(written)) return null;
  const { repeated } = await db.get<{ repeated: number }>(sql`select ${isRepeatedSql} as repeated`);
  if (repeated === 1) return null;
  const retryAfter = await findRetryAfter(db, [limitKey], now);
  return retryAfter === null ? refuse("not_found") : refuse("too_many", { retryAfter });
}
