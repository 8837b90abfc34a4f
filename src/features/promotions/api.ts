import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { type Refusal, Refused } from "@/shared/errors";
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
  promotionOrderSchema,
} from "@/shared/schemas/order";
import { startCheckout } from "./checkout/start-checkout";
import { findVisibleOrder, listRefundsByOrder, listVisibleOrders } from "./purchases/queries";
import { serializeOrder } from "./purchases/serialize-order";
import { webhookApi } from "./stripe-events/webhook-api";

const ID_PARAMETER = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const ORDERED = { schema: createdOrderResponseSchema };

const PLACE_ORDER = {
  tag: "orders",
  auth: BEARER,
  idempotent: true,
  parameters: [ID_PARAMETER],
  body: { schema: promotionOrderSchema },
  responses: {
    200: ORDERED,
    201: ORDERED,
    // Replaces the plain problem: it may say when a slot is free again.
    409: { schema: orderConflictSchema, type: "application/problem+json" },
  },
  problems: ["unauthenticated", "not_found", "invalid", "too_many", "unavailable"],
} as const;

const LIST_ORDERS = {
  tag: "orders",
  auth: BEARER,
  parameters: [{ name: "after", in: "query", schema: z.optional(z.string()) }],
  responses: { 200: { schema: orderListResponseSchema } },
  problems: ["unauthenticated"],
} as const;

const GET_ORDER = {
  tag: "orders",
  auth: BEARER,
  parameters: [ID_PARAMETER],
  responses: { 200: { schema: contentSchema(orderJsonSchema) } },
  problems: ["unauthenticated", "not_found"],
} as const;

/** Orders as JSON, for the buyer and for admins; and Stripe's webhook. */
export const promotionsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

promotionsApi.route("/", webhookApi);

const ID = ":id";

promotionsApi.post(paths.apiListingOrders(ID), describeRoute(PLACE_ORDER), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const ordered = await startCheckout(ctx, id, await readJson(c));
  if (!ordered.ok) return problem(c, ordered.refusal, getConflictDetails(ctx.t, ordered.refusal));
  const { order, created, checkoutUrl } = ordered.value;
  const content = await getOrderJson(c, order.id);
  return sendJson(c, { content, checkout_url: checkoutUrl }, created ? 201 : 200);
});

promotionsApi.get(paths.apiOrders(), describeRoute(LIST_ORDERS), async (c) => {
  const { ctx } = c.var;
  const { rows, next } = await listVisibleOrders(ctx, requireUser(ctx), {
    after: c.req.query("after"),
  });
  const refunds = await listRefundsByOrder(
    ctx,
    rows.map(({ id }) => id),
  );
  return sendJson(c, { content: rows.map((row) => serializeOrder(row, refunds.get(row.id), ctx.now)), next });
});

promotionsApi.get(paths.apiOrder(ID), describeRoute(GET_ORDER), async (c) =>
  sendJson(c, { content: await getOrderJson(c, idParam(c)) }),
);

/** @throws Refused not_found if the caller may not see the order; signed out: unauthenticated */
async function getOrderJson(c: C, id: string): Promise<OrderJson> {
  const { ctx } = c.var;
  const [order, refunds] = await Promise.all([
    findVisibleOrder(ctx, requireUser(ctx), id),
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

const sendJson = (c: C, body: object, status: 200 | 201 = 200): Response =>
  c.json(body, status, { "cache-control": "no-store" });
