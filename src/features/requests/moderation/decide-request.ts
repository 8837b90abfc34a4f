import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { hasAccountSql } from "@/db/guard";
import { requests, users } from "@/db/schema";
import { type NewMail, queueMailStatement } from "@/features/mail";
import { type DecisionTarget, pickChanged, storeUndoStatements } from "@/features/moderation";
import { ok, type Result, refuse } from "@/shared/errors";
import { formatRequest } from "@/shared/format-request";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { requestRejectionSchema } from "@/shared/schemas/request";
import { formatDigestTime } from "../format-digest-time";
import { hasListingFor, type LearnerRequest } from "../queries";

type MailContent = Pick<NewMail, "template" | "params" | "quote">;
type Decision = {
  update: { [column in keyof LearnerRequest]?: LearnerRequest[column] };
  detail: Record<string, unknown>;
  mail(t: Translator, request: LearnerRequest): MailContent | Promise<MailContent>;
};

/** Opens a pending request: teachers who fit are told of it. Refuses like `decideRequest`. */
export const approveRequest = (ctx: Ctx, target: DecisionTarget): Promise<Result<{ id: string }>> =>
  decideRequest(ctx, target, {
    update: { state: "open", openedTs: ctx.now, notifiedPosition: 0 },
    detail: {},
    mail: async (t, request) => ({
      template: "request_approved",
      params: {
        request: formatRequest(t, request),
        next: (await hasListingFor(ctx, request))
          ? t("requests.page.open", { when: formatDigestTime(t, ctx.now, ctx.now) ?? "" })
          : t("requests.page.openEmpty"),
      },
    }),
  });

/**
 * Rejects a pending request with a reason and an explanation for its author. Refuses `invalid`, and like
 * `decideRequest`.
 */
export async function rejectRequest(
  ctx: Ctx,
  target: DecisionTarget,
  input: { reason?: unknown; text?: unknown },
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const checked = validate(requestRejectionSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  return decideRequest(ctx, target, {
    update: { state: "rejected", closedTs: ctx.now, reason, reasonText: text },
    detail: { reason, text },
    mail: (t, request) => ({
      template: "request_rejected",
      params: { request: formatRequest(t, request), reason: t(`requests.reasons.${reason}`) },
      quote: text,
    }),
  });
}

/** The delivery condition `request_unchanged`: the request was not answered, corrected or closed since this version. */
export const isRequestUnchangedSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${requests} where ${requests.id} = ${condition} ->> 1
    and ${requests.version} = cast(${condition} ->> 2 as integer))`;

/**
 * Decides about a pending request in one batch with the mail to its author. Refuses `not_found`, `forbidden`
 * (`own_request`), and `conflict`: `request_decided`, or `datastale` if it changed after `version` or meanwhile.
 */
async function decideRequest(
  ctx: Ctx,
  { id, version }: DecisionTarget,
  { update, detail, mail }: Decision,
): Promise<Result<{ id: string }>> {
  const admin = requireAdmin(ctx);
  const [found] = await ctx.db
    .select({ request: requests, email: users.email, locale: users.locale })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.userId))
    .where(eq(requests.id, id));
  if (!found) return refuse("not_found");
  const { request, email, locale } = found;
  if (await isLeftToOthers(ctx, request.userId)) return refuse("forbidden", { reason: "own_request" });
  if (request.state !== "pending") return refuse("conflict", { reason: "request_decided" });
  if (version !== undefined && version !== request.version)
    return refuse("conflict", { reason: "datastale" });
  const subject = auditSubject("request", id);
  const changes = { ...update, decidedBy: admin.id };
  const content = await mail(ctx.translator(locale), request);
  const isDecided = await commitAudited(ctx, {
    action: update.state === "open" ? "request.approved" : "request.rejected",
    subject,
    detail,
    statement: ctx.db
      .update(requests)
      .set({ ...changes, version: request.version + 1 })
      .where(and(eq(requests.id, id), eq(requests.state, "pending"), eq(requests.version, request.version)))
      .returning({ id: requests.id }),
    furtherStatements: (guard: SQL) => [
      ...storeUndoStatements(
        ctx,
        subject,
        { version: request.version + 1, stateBefore: pickChanged(request, changes) },
        guard,
      ),
      queueMailStatement(
        ctx,
        {
          ...content,
          to: email,
          locale,
          about: subject,
          condition: ["request_unchanged", id, String(request.version + 1)],
          actionPath: paths.mailedRequest(id),
        },
        sql`${guard} and ${hasAccountSql(eq(users.id, request.userId), eq(users.email, email))}`,
      ),
    ],
  });
  return isDecided ? ok({ id }) : refuse("conflict", { reason: "datastale" });
}
