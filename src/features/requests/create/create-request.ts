import { eq, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements } from "@/db/rate-limits";
import { requests } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { validate } from "@/shared/schemas/field-errors";
import { type RequestInput, requestSchema } from "@/shared/schemas/request";
import type { LearnerRequest } from "../queries";
import { findAuthorRefusal } from "./find-author-refusal";
import {
  explainLimits,
  findRequestTextRule,
  holdRuleSql,
  isSameRequest,
  mayCreateSql,
  REQUESTS_A_DAY,
  toRequestColumns,
} from "./request-rules";

/**
 * Creates a request of the signed-in user: open, or pending if a rule holds it. The same `once`, an id from the form,
 * creates it once. Refuses `forbidden` (`email_unverified`, `under_16`), `invalid`, `conflict`: `request_exists` for a
 * second one of the subject, `too_many_requests` past three that are pending or open, and `too_many`.
 */
export async function createRequest(
  ctx: Ctx,
  { once, ...input }: { [field in keyof RequestInput]?: unknown } & { once?: string | undefined },
): Promise<Result<LearnerRequest>> {
  const user = requireUser(ctx);
  const refusal = findAuthorRefusal(ctx, user);
  if (refusal) return refuse("forbidden", { reason: refusal });
  const checked = validate(requestSchema, input);
  if (!checked.ok) return checked;
  const { subject, text } = checked.value;
  const id = once && ID_PATTERN.test(once) ? once : ctx.newId();
  const rule = await findRequestTextRule(ctx, checked.value);
  const hold = holdRuleSql(ctx, user.id, { subject, text, rule });
  const ifOpen = (value: SQL) => sql`iif(${hold} is null, ${value}, null)`;
  const limits = [[REQUESTS_A_DAY, user.id]] as const;
  const isCreated = await commitAudited(ctx, {
    action: "request.created",
    subject: auditSubject("request", id),
    statement: insertWhere(
      ctx.db,
      requests,
      {
        ...toRequestColumns(checked.value),
        id,
        userId: user.id,
        locale: ctx.locale,
        state: sql`iif(${hold} is null, 'open', 'pending')`,
        holdRule: hold,
        createdTs: ctx.now,
        openedTs: ifOpen(sql`${ctx.now}`),
        notifiedPosition: ifOpen(sql`0`),
      },
      mayCreateSql(ctx, user.id, limits),
    )
      // A second one of the subject, or the same form again.
      .onConflictDoNothing()
      .returning({ id: requests.id }),
    furtherStatements: (guard) => countHitsStatements(ctx.db, limits, ctx.now, guard),
  });
  const [stored] = await ctx.db.select().from(requests).where(eq(requests.id, id));
  if (stored && (isCreated || isSameRequest(stored, user.id, checked.value))) return ok(stored);
  // The form's id belongs to another request: the page was restored after it was sent, or the id was made up.
  if (stored) return createRequest(ctx, input);
  if (isCreated) return refuse("unauthenticated");
  return explainLimits(ctx, user.id, subject, limits);
}
