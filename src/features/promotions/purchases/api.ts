import { type Context, Hono } from "hono";
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
import type { OrderJson } from "@/shared/schemas/order-json";
import { orderPromotion } from "../checkout/order-promotion";
import { GET_ORDER, LIST_ORDERS, PLACE_ORDER } from "./calls";
import { findVisibleOrder, listRefundsByOrder, listVisibleOrders } from "./queries";
import { serializeOrder } from "./serialize-order";

/** Orders as JSON: bought by a listing's owner, read by their buyer and by admins. */
export const purchasesApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const ID = ":id";

purchasesApi.post(paths.apiListingOrders(ID), describeRoute(PLACE_ORDER), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const ordered = await orderPromotion(ctx, id, await readJson(c));
  if (!ordered.ok) return problem(c, ordered.refusal, more(ctx.t, ordered.refusal));
  const { order, created, checkoutUrl } = ordered.value;
  const content = await seenOrder(c, order.id);
  return answer(c, { content, checkout_url: checkoutUrl }, created ? 201 : 200);
});

purchasesApi.get(paths.apiOrders(), describeRoute(LIST_ORDERS), async (c) => {
  const { ctx } = c.var;
  const { rows, next } = await listVisibleOrders(ctx, requireUser(ctx), {
    after: c.req.query("after"),
  });
  const refunds = await listRefundsByOrder(
    ctx,
    rows.map(({ id }) => id),
  );
  return answer(c, { content: rows.map((row) => serializeOrder(row, refunds.get(row.id), ctx.now)), next });
});

purchasesApi.get(paths.apiOrder(ID), describeRoute(GET_ORDER), async (c) =>
  answer(c, { content: await seenOrder(c, idParam(c)) }),
);

/** @throws Refused not_found for an order that is not the caller's to see; signed out: unauthenticated */
async function seenOrder(c: C, id: string): Promise<OrderJson> {
  const { ctx } = c.var;
  const [order, refunds] = await Promise.all([
    findVisibleOrder(ctx, requireUser(ctx), id),
    listRefundsByOrder(ctx, [id]),
  ]);
  if (!order) throw new Refused({ code: "not_found" });
  return serializeOrder(order, refunds.get(id), ctx.now);
}

/** Details of a refused order: when a slot is free again; why its listing can't be promoted. */
function more(t: Translator, { params = {} }: Refusal): object {
  const why = `promotions.promote.blocked.${params.state}`;
  return {
    ...(typeof params.date === "number" ? { free_from: toIsoTime(params.date) } : {}),
    ...(t.has(why) ? { detail: t(why) } : {}),
  };
}

const answer = (c: C, body: object, status: 200 | 201 = 200): Response =>
  c.json(body, status, { "cache-control": "no-store" });
