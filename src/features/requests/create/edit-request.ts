import { and, eq, inArray, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { countHitsStatements } from "@/db/rate-limits";
import { requests } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
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
 * Corrects a request that waits for an admin, who then decides about this `version`: it waits on, whatever its text is now.
 * A rejected one waits again as a new one, if a new one could be created. Refuses `not_found` to others, `forbidden` as
 * `createRequest` does, for a rejected one, `invalid`, `conflict`: `request_decided` for one that is open or closed,
 * `datastale` if it changed after `version`, `request_exists` for another one of the subject and `too_many_requests`; and
 * `too_many`.
 */
export async function editRequest(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  input: { [field in keyof RequestInput]?: unknown },
): Promise<Result<LearnerRequest>> {
  const user = requireUser(ctx);
  const ownSql = and(eq(requests.id, id), eq(requests.userId, user.id));
  const findOwn = async () => (await ctx.db.select().from(requests).where(ownSql))[0];
  const found = await findOwn();
  if (!found) return refuse("not_found");
  const isRejected = found.state === "rejected";
  const refusal = isRejected ? findAuthorRefusal(ctx, user) : null;
  if (refusal) return refuse("forbidden", { reason: refusal });
  const checked = validate(requestSchema, input);
  if (!checked.ok) return checked;
  const { subject, text } = checked.value;
  const rule = await findRequestTextRule(ctx, checked.value);
  const isOtherSql = sql`exists (select 1 from requests other where other.user_id = ${user.id}
    and other.subject = ${subject} and other.state in ('pending', 'open') and other.id <> ${id})`;
  const limits = isRejected ? ([[REQUESTS_A_DAY, user.id]] as const) : [];
  await commitAudited(ctx, {
    action: "request.edited",
    subject: auditSubject("request", id),
    statement: ctx.db
      .update(requests)
      .set({
        ...toRequestColumns(checked.value),
        state: "pending",
        holdRule: sql`coalesce(${holdRuleSql(ctx, user.id, { subject, text, rule })}, hold_rule)`,
        reason: null,
        reasonText: "",
        decidedBy: null,
        closedTs: null,
        ...(isRejected ? { createdTs: ctx.now } : {}),
        version: sql`${requests.version} + 1`,
      })
      .where(
        and(
          ownSql,
          eq(requests.state, found.state),
          inArray(requests.state, EDITABLE_STATES),
          eq(requests.version, version),
          sql`not ${isOtherSql}`,
          isRejected ? mayCreateSql(ctx, user.id, limits) : undefined,
        ),
      )
      .returning({ id: requests.id }),
    furtherStatements: (guard) => countHitsStatements(ctx.db, limits, ctx.now, guard),
  });
  const stored = await findOwn();
  // Also if the same form was sent before.
  if (stored?.state === "pending" && isSameRequest(stored, user.id, checked.value)) return ok(stored);
  if (!stored || !isEditable(stored)) return refuse("conflict", { reason: "request_decided" });
  if (stored.version !== version) return refuse("conflict", { reason: "datastale" });
  return explainLimits(ctx, user.id, subject, limits);
}

/** The states in which the author may correct a request. */
const EDITABLE_STATES = ["pending", "rejected"] as const;

export const isEditable = ({ state }: Pick<LearnerRequest, "state">): boolean =>
  EDITABLE_STATES.some((editable) => editable === state);
