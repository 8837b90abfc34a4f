import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, defineLimit, hasHitsLeftSql, hitLimit, type LimitKey } from "@/db/rate-limits";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { withdrawalLinkSchema } from "@/shared/schemas/order";
import { withdrawalLinkMailStatements } from "../orders/order-mails";
import { findOrderForTransition } from "../orders/queries";
import { createWithdrawalToken } from "./withdraw-order";

/** Requests from one network. */
const NETWORK_LIMIT = defineLimit("withdrawal_links_network");
/** Links of one order. Their mailbox is the buyer's. */
const ORDER_LIMIT = defineLimit("withdrawal_links_order");

/**
 * Mails the link to withdraw from an order to its buyer, if the address is the buyer's. The answer is the same if it is
 * not, or the order does not exist. Refuses `invalid`, and `too_many` past 20 an hour from one network.
 */
export async function sendWithdrawalLink(ctx: Ctx, input: unknown): Promise<Result<null>> {
  const checked = validate(withdrawalLinkSchema, input);
  if (!checked.ok) return checked;
  const { allowed, retryAfter } = await hitLimit(
    ctx.db,
    NETWORK_LIMIT,
    hashLimitKey(ctx, ctx.network),
    ctx.now,
  );
  if (!allowed) return refuse("too_many", { retryAfter });
  const { order: id, email } = checked.value;
  const order = await findOrderForTransition(ctx, id);
  if (!order || order.buyer?.email !== email) return ok(null);
  const limits: LimitKey[] = [[ORDER_LIMIT, id]];
  const token = createWithdrawalToken(ctx, { id, email });
  await ctx.commit([
    ...withdrawalLinkMailStatements(ctx, order, token, hasHitsLeftSql(limits, ctx.now)),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
  ]);
  return ok(null);
}
