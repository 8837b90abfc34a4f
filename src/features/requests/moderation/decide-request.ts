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
import type { RequestState } from "@/shared/codes";
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
  /** The states in which it is possible. */
  states: readonly RequestState[];
  update: { [column in keyof LearnerRequest]?: LearnerRequest[column] } & { state: RequestState };
  detail: Record<string, unknown>;
  mail(t: Translator, request: LearnerRequest): MailContent | Promise<MailContent>;
};

/** Opens a pending request: teachers who fit are told of it. Refuses like `decideRequest`. */
export const approveRequest = (ctx: Ctx, target: DecisionTarget): Promise<Result<{ id: string }>> =>
  decideRequest(ctx, target, {
    states: ["pending"],
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
 * Rejects a pending or open request with a reason and an explanation for its author. Teachers see an open one no more,
 * also those who answered it, whose conversations stay. Refuses `invalid`, and like `decideRequest`.
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
    states: ["pending", "open"],
    update: {
      state: "rejected",
      openedTs: null,
      notifiedPosition: null,
      closedTs: ctx.now,
      reason,
      reasonText: text,
    },
    detail: { reason, text },
    mail: (t, request) => ({
      template: "request_rejected",
      params: { request: formatRequest(t, request), reason: t(`requests.reasons.${reason}`) },
      quote: text,
    }),
  });
}

/** The delivery condition `request_state`: the request has this state. An answer to an open one does not change it. */
export const hasRequestStateSql = (_now: number, condition: SQL): SQL => sql`exists (
  select 1 from ${requests} where ${requests.id} = ${condition} ->> 1 and ${requests.state} = ${condition} ->> 2)`;

/**
 * Decides about a request in one batch with the mail to its author. Refuses `not_found`, `forbidden`
 * (`own_request`), and `conflict`: `request_decided`, or `datastale` if it changed after `version` or meanwhile.
 */
async function decideRequest(
  ctx: Ctx,
  { id, version }: DecisionTarget,
  { states, update, detail, mail }: Decision,
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
  if (!states.includes(request.state)) return refuse("conflict", { reason: "request_decided" });
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
      .where(and(eq(requests.id, id), eq(requests.version, request.version)))
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
          condition: ["request_state", id, update.state],
          actionPath: paths.mailedRequest(id),
        },
        sql`${guard} and ${hasAccountSql(eq(users.id, request.userId), eq(users.email, email))}`,
      ),
    ],
  });
  return isDecided ? ok({ id }) : refuse("conflict", { reason: "datastale" });
}
