import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { hasAccountSql, previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { users, verifications } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { scheduleFileDeletionStatements } from "../files/schedule-file-deletion";
import { findVerification, type Verification } from "../queries";

export type VerificationDecision = {
  update: Partial<Verification> & { state: "approved" | "rejected" };
  detail: Record<string, unknown>;
  /** Further statements of the batch. */
  furtherStatements?: (guard: SQL) => Statement[];
  /** The mail to the teacher; `t` is in the teacher's language. */
  mail(t: Translator): { template: string; params: Record<string, string>; quote?: string };
};

/**
 * Decides about a pending request, deletes its files and informs the teacher. `version` is the one that the admin read.
 * An approved document counts for the teacher's name of this version: a change of the name increases it. Refuses
 * `not_found`, `forbidden` (`own_verification`), what `decide` refuses, and `conflict`: `verification_decided` or
 * `datastale`.
 */
export async function decideVerification(
  ctx: Ctx,
  { id, version }: { id: string; version?: number | undefined },
  decide: (verification: Verification) => Result<VerificationDecision>,
): Promise<Result<null>> {
  const admin = requireAdmin(ctx);
  const verification = await findVerification(ctx, id);
  if (!verification) return refuse("not_found");
  if (verification.userId === admin.id) return refuse("forbidden", { reason: "own_verification" });
  if (verification.state !== "pending") return refuse("conflict", { reason: "verification_decided" });
  if (version !== undefined && version !== verification.version)
    return refuse("conflict", { reason: "datastale" });
  const decided = decide(verification);
  if (!decided.ok) return decided;
  const { update, detail, furtherStatements, mail } = decided.value;
  const eventId = ctx.newId();
  const guard = hasAuditEventSql(eventId);
  const [teacher] = await ctx.db
    .select({
      email: users.email,
      locale: users.locale,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(eq(users.id, verification.userId));
  if (!teacher) return refuse("not_found");
  const t = ctx.translator(teacher.locale);
  const { template, params, quote } = mail(t);
  const [updated] = await ctx.commit([
    ctx.db
      .update(verifications)
      .set({
        ...update,
        ...(update.state === "approved" ? { checkedName: formatFullName(teacher) } : {}),
        files: [],
        decidedTs: ctx.now,
        decidedBy: admin.id,
        version: verification.version + 1,
      })
      .where(
        and(
          eq(verifications.id, id),
          eq(verifications.state, "pending"),
          eq(verifications.version, verification.version),
        ),
      )
      .returning({ id: verifications.id }),
    auditEventStatement(
      ctx,
      {
        id: eventId,
        action: `verification.${update.state}`,
        subject: auditSubject("verification", id),
        detail: { kind: verification.kind, ...detail },
      },
      previousChanged,
    ),
    ...scheduleFileDeletionStatements(ctx, verification, guard),
    ...(furtherStatements?.(guard) ?? []),
    queueMailStatement(
      ctx,
      {
        template,
        to: teacher.email,
        locale: teacher.locale,
        params: {
          name: teacher.firstName,
          document: t(`verifications.kinds.${verification.kind}`),
          ...params,
        },
        ...(quote ? { quote } : {}),
        actionPath: paths.verification(),
      },
      sql`${guard} and ${hasAccountSql(eq(users.id, verification.userId), eq(users.email, teacher.email))}`,
    ),
  ]);
  return hasRows(updated) ? ok(null) : refuse("conflict", { reason: "datastale" });
}
