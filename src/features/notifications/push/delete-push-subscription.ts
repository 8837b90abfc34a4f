import { and, eq } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { hasRows } from "@/db/returned-rows";
import { pushSubscriptions } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { pushDeviceReferenceSchema } from "@/shared/schemas/push";

/**
 * Ends push messages to one device of the signed-in user, waiting ones included. `input` is its `_id` or `endpoint`.
 * @returns `invalid`, or `not_found` for an unknown device and one of another user
 */
export async function deletePushSubscription(
  ctx: Ctx,
  input: Record<string, unknown>,
): Promise<Result<null>> {
  const user = requireUser(ctx);
  const checked = validate(pushDeviceReferenceSchema, input);
  if (!checked.ok) return checked;
  const { _id, endpoint = "" } = checked.value;
  const isReferencedSql =
    _id === undefined ? eq(pushSubscriptions.endpoint, endpoint) : eq(pushSubscriptions.id, _id);
  const [deleted] = await ctx.commit([
    ctx.db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, user.id), isReferencedSql))
      .returning({ id: pushSubscriptions.id }),
  ]);
  return hasRows(deleted) ? ok(null) : refuse("not_found");
}
