import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { commitAudited } from "@/db/commit-audited";
import { hasAccountSql } from "@/db/guard";
import { scheduleLaterDeletionStatement } from "@/db/media-deletions";
import { users, verifications } from "@/db/schema";
import { type MailTemplate, queueMailStatement } from "@/features/mail";
import { type DecisionTarget, pickChanged, storeUndoStatements } from "@/features/moderation";
import { ok, type Result, refuse } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { toFileKeys } from "../files/schedule-file-deletion";
import { findModeratedVerification, type Verification } from "../queries";
import type { VerificationBefore } from "./undo-verification-decision";

export type VerificationDecision = {
  update: Partial<Verification> & { state: "approved" | "rejected" };
  detail: Record<string, unknown>;
  /** Further statements of the batch. */
  furtherStatements?: (guard: SQL) => Statement[];
  /** The mail to the teacher; `t` is in the teacher's language. */
  mail(t: Translator): { template: MailTemplate; params: Record<string, string>; quote?: string };
};

/**
 * Decides about a pending request. Its files are deleted and the teacher gets a mail once the decision can't be undone.
 * `version` is the one that the admin read.
 * An approved document counts for the teacher's name of this version: a change of the name increases it. Refuses
 * `not_found`, `forbidden` (`own_verification`), what `decide` refuses, and `conflict`: `verification_decided` or
 * `datastale`.
 */
export async function decideVerification(
  ctx: Ctx,
  { id, version }: DecisionTarget,
  decide: (verification: Verification, adminId: string) => Result<VerificationDecision>,
): Promise<Result<{ id: string }>> {
  const admin = requireAdmin(ctx);
  const found = await findModeratedVerification(ctx, id);
  if (!found) return refuse("not_found");
  const { verification, user: teacher } = found;
  if (await isLeftToOthers(ctx, teacher.id)) return refuse("forbidden", { reason: "own_verification" });
  if (verification.state !== "pending") return refuse("conflict", { reason: "verification_decided" });
  if (version !== undefined && version !== verification.version)
    return refuse("conflict", { reason: "datastale" });
  const decided = decide(verification, admin.id);
  if (!decided.ok) return decided;
  const { update, detail, furtherStatements, mail } = decided.value;
  const t = ctx.translator(teacher.locale);
  const { template, params, quote } = mail(t);
  const name = formatFullName(teacher);
  const changes = {
    ...update,
    ...(update.state === "approved" ? { checkedName: name } : {}),
    files: [],
    openedFiles: {},
    decidedTs: ctx.now,
    decidedBy: admin.id,
  };
  const before = {
    ...verification,
    openedFiles: { [admin.id]: verification.openedFiles[admin.id] ?? [] },
  };
  const stateBefore: VerificationBefore = { verification: pickChanged(before, changes), name };
  const isDecided = await commitAudited(ctx, {
    action: `verification.${update.state}`,
    subject: auditSubject("verification", id),
    detail: { kind: verification.kind, ...detail },
    statement: ctx.db
      .update(verifications)
      .set({ ...changes, version: verification.version + 1 })
      .where(
        and(
          eq(verifications.id, id),
          eq(verifications.state, "pending"),
          eq(verifications.version, verification.version),
        ),
      )
      .returning({ id: verifications.id }),
    furtherStatements: (guard) => [
      ...toFileKeys(verification).map((key) => scheduleLaterDeletionStatement(ctx, { key, guard })),
      ...storeUndoStatements(
        ctx,
        auditSubject("verification", id),
        { version: verification.version + 1, stateBefore },
        guard,
      ),
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
        sql`${guard} and ${hasAccountSql(eq(users.id, teacher.id), eq(users.email, teacher.email))}`,
      ),
    ],
  });
  return isDecided ? ok({ id }) : refuse("conflict", { reason: "datastale" });
}
