import { Hono } from "hono";
import type { AppEnv, Ctx, SignedInUser } from "@/context";
import { CURSOR, declareCall } from "@/http/declare-call";
import { problem } from "@/http/responses";
import { getOrThrow, type Refusal, Refused } from "@/shared/errors";
import { toIsoTime } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { contentSchema } from "@/shared/schemas/json";
import {
  createdOrderResponseSchema,
  type OrderJson,
  orderConflictSchema,
  orderJsonSchema,
  orderListResponseSchema,
  outageCreditResponseSchema,
  outageCreditSchema,
  promotionOrderSchema,
  refundSchema,
  transferSchema,
} from "@/shared/schemas/order";
import { cancelOrder } from "./checkout/cancel-order";
import { startCheckout } from "./checkout/start-checkout";
import { creditOutage, previewOutageCredit } from "./orders/credit-outage";
import { findVisibleOrder, listRefundsByOrder, listVisibleOrders } from "./purchases/queries";
import { serializeOrder } from "./purchases/serialize-order";
import { recordTransfer } from "./refunds/record-transfer";
import { refundOrder } from "./refunds/refund-order";
import { webhookApi } from "./stripe-events/webhook-api";
import { withdrawOrder } from "./withdrawals/withdraw-order";

/** Orders as JSON, for the buyer and for admins; and Stripe's webhook. */
export const promotionsApi = new Hono<AppEnv>();
promotionsApi.route("/", webhookApi);

declareCall(promotionsApi, {
  method: "POST",
  path: paths.apiListingOrders(":id"),
  tag: "orders",
  summary: "Order a promotion",
  description:
    "For the listing’s owner. The package alone determines the price; prices in the body are ignored. The order must be paid within an hour at `checkout_url`, Stripe’s page. A listing has one open order: ordering the same package again returns that order and its page, with the `billing` of its first call; ordering another package replaces it. Without `billing`, the stored billing details are used; with it, they are stored.",
  access: "user",
  idempotent: true,
  rawBody: promotionOrderSchema,
  // 409 replaces the plain problem: it may say when a slot is free again.
  responses: {
    200: {
      description:
        "The order that was already open, or one whose payment is being processed: then `checkout_url` is null.",
      schema: createdOrderResponseSchema,
    },
    201: { description: "The new order.", schema: createdOrderResponseSchema },
    404: "The listing does not exist or belongs to another user.",
    409: {
      description:
        "Nothing is on sale yet (`not_on_sale`), the listing cannot be promoted now (`wrong_state`), all slots are taken (`cap_reached`, with `free_from`), another order was placed meanwhile (`superseded`), or the same call is in progress.",
      schema: orderConflictSchema,
      type: "application/problem+json",
    },
    422: "The package is not on sale, `immediate_start` is neither true nor false, or there are no billing details, neither here nor stored (`billing`).",
    429: "More than 30 orders in an hour; `Retry-After` says when the next one is possible.",
    503: "Stripe is unavailable. The order is saved, and repeating the call continues it.",
  },
  async handler({ c, ctx, user, id, rawBody }) {
    const ordered = await startCheckout(ctx, id, rawBody);
    if (!ordered.ok) return problem(c, ordered.refusal, getConflictDetails(ctx.t, ordered.refusal));
    const { order, created, checkoutUrl } = ordered.value;
    const content = await getOrderJson(ctx, user, order.id);
    return c.json({ content, checkout_url: checkoutUrl }, created ? 201 : 200);
  },
});

declareCall(promotionsApi, {
  method: "GET",
  path: paths.apiOrders(),
  tag: "orders",
  summary: "List your orders",
  description: "Newest first, 20 per page. Administrators get the orders of all users.",
  access: "user",
  rawQuery: { after: CURSOR },
  responses: { 200: { description: "A page of orders.", schema: orderListResponseSchema } },
  async handler({ c, ctx, user }) {
    const { rows, next } = await listVisibleOrders(ctx, user, { after: c.req.query("after") });
    const ids = rows.map(({ id }) => id);
    const refunds = await listRefundsByOrder(ctx, ids);
    return { content: rows.map((row) => serializeOrder(row, refunds.get(row.id), ctx.now)), next };
  },
});

declareCall(promotionsApi, {
  method: "GET",
  path: paths.apiOrder(":id"),
  tag: "orders",
  summary: "Get an order",
  description: "For its buyer and for administrators, with its promotion and refunds.",
  access: "user",
  responses: {
    200: { description: "The order.", schema: contentSchema(orderJsonSchema) },
    404: "The order does not exist or belongs to another user.",
  },
  handler: async ({ ctx, user, id }) => ({ content: await getOrderJson(ctx, user, id) }),
});

declareCall(promotionsApi, {
  method: "POST",
  path: paths.apiOrderCancellation(":id"),
  tag: "orders",
  summary: "Cancel an unpaid order",
  description:
    "For the buyer. Closes the order and its checkout, so that it can no longer be paid. Without this call, an unpaid order expires after an hour.",
  access: "user",
  responses: {
    200: {
      description: "The order, `expired` or, if its payment had failed before, `failed`.",
      schema: contentSchema(orderJsonSchema),
    },
    404: "The order does not exist or belongs to another user.",
    409: "The order was paid meanwhile, or its payment is being processed (`order_paid`).",
    503: "Stripe is unavailable, and the order is still open.",
  },
  async handler({ ctx, user, id }) {
    getOrThrow(await cancelOrder(ctx, id));
    return { content: await getOrderJson(ctx, user, id) };
  },
});

declareCall(promotionsApi, {
  method: "POST",
  path: paths.apiOrderWithdrawal(":id"),
  tag: "orders",
  summary: "Withdraw from an order",
  description:
    "For the buyer, within 14 days of the payment. Ends the promotion permanently, refunds the days that have not begun, and mails a confirmation. While Stripe is unavailable, the refund is `pending` and is sent later.",
  access: "user",
  responses: {
    200: {
      description: "The order with its refunds, the new one last.",
      schema: contentSchema(orderJsonSchema),
    },
    404: "The order does not exist or belongs to another user.",
    409: "It is too late, the buyer has withdrawn already, or nothing is left to refund (`no_withdrawal`).",
  },
  async handler({ ctx, user, id }) {
    getOrThrow(await withdrawOrder(ctx, id));
    return { content: await getOrderJson(ctx, user, id) };
  },
});

declareCall(promotionsApi, {
  method: "POST",
  path: paths.apiAdminOrderRefunds(":id"),
  tag: "orders",
  summary: "Refund an order",
  description:
    "For admins. Refunds a part or, without `amount`, all that is left, and mails the buyer the reason. A refund of the whole price ends the promotion. While Stripe is unavailable, the refund is `pending` and is sent later.",
  fields: {
    amount: "Amount in bani; null or omitted for all that is left",
    reason: "Text for the buyer, up to 500 characters",
  },
  access: "admin",
  idempotent: true,
  rawBody: refundSchema,
  responses: {
    201: {
      description: "The order with its refunds, the new one last.",
      schema: contentSchema(orderJsonSchema),
    },
    409: "Nothing is left to refund (`nothing_to_refund`), a refund of this order is being sent or an equal one was sent within a minute (`refund_under_way`), Stripe refused it (`refund_refused`), or the same call is in progress.",
    422: "More than what is left (`refund_too_big`), or the reason is missing.",
  },
  async handler({ ctx, user, id, submissionId, rawBody }) {
    getOrThrow(await refundOrder(ctx, { orderId: id, refundId: submissionId }, rawBody));
    return { content: await getOrderJson(ctx, user, id) };
  },
});

declareCall(promotionsApi, {
  method: "POST",
  path: paths.apiAdminOrderTransfers(":id"),
  tag: "orders",
  summary: "Record a bank transfer",
  description:
    "For admins. Records that a refund which the buyer’s bank returned was paid by bank transfer: the order counts it as refunded, with a credit note, the buyer gets a mail, and the task of the refund is done. Repeating the call has no further effect.",
  fields: {
    refund: "ID of the failed refund, whose amount was transferred",
    transferred_on: "Day of the transfer (YYYY-MM-DD), from that of the refund until today",
    reference: "The bank’s reference, up to 100 characters",
  },
  access: "admin",
  rawBody: transferSchema,
  responses: {
    200: { description: "The order with its refunds.", schema: contentSchema(orderJsonSchema) },
    404: "The order does not exist or has no such refund.",
    409: "The refund was not returned, or its amount was refunded in another way (`nothing_to_refund`); or another transfer of it is recorded (`refund_transferred`); or a dispute is open (`order_disputed`).",
    422: "The day is invalid, in the future or before the refund, or the reference is missing.",
  },
  async handler({ ctx, user, id, rawBody }) {
    getOrThrow(await recordTransfer(ctx, { orderId: id }, rawBody));
    return { content: await getOrderJson(ctx, user, id) };
  },
});

declareCall(promotionsApi, {
  method: "POST",
  path: paths.apiAdminCredit(),
  tag: "orders",
  summary: "Credit days after an outage",
  description:
    "For admins. Adds days to all promotions that ran between two moments, and mails the buyers the reason. Ended promotions run again; stopped ones get nothing. With an `Idempotency-Key`, each promotion gets the days once, however often the call is repeated. `preview` only counts.",
  fields: {
    from: "ISO time with its offset, or milliseconds since 1970",
    to: "Like `from`, and not before it",
    days: "From 1 to 60",
    count: "Number of promotions",
    reason: "Text for the buyers, from 3 to 500 characters",
    preview: "True: nothing changes",
  },
  access: "admin",
  idempotent: true,
  rawBody: outageCreditSchema,
  responses: {
    200: {
      description: "How many promotions have the days, or would get them.",
      schema: outageCreditResponseSchema,
    },
    422: "`to` is before `from`, or a field is missing or wrong.",
  },
  async handler({ c, ctx, rawBody }) {
    if (rawBody.preview === true) {
      const { count } = getOrThrow(await previewOutageCredit(ctx, rawBody));
      return { count };
    }
    const creditId = c.req.header("idempotency-key") ?? ctx.newId();
    return getOrThrow(await creditOutage(ctx, rawBody, creditId));
  },
});

/** @throws Refused `not_found` if the user may not see the order. */
async function getOrderJson(ctx: Ctx, user: SignedInUser, id: string): Promise<OrderJson> {
  const [order, refunds] = await Promise.all([
    findVisibleOrder(ctx, user, id),
    listRefundsByOrder(ctx, [id]),
  ]);
  if (!order) throw new Refused({ code: "not_found" });
  return serializeOrder(order, refunds.get(id), ctx.now);
}

/** Details of a refused order: when the next slot is free, or why the listing can't be promoted. */
function getConflictDetails(t: Translator, { params = {} }: Refusal): object {
  const key = `promotions.promote.blocked.${params.state}`;
  return {
    ...(typeof params.date === "number" ? { free_from: toIsoTime(params.date) } : {}),
    ...(t.has(key) ? { detail: t(key) } : {}),
  };
}
