import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { withdrawOrder } from "../refunds/withdraw-order";
import { OrderPage } from "./order-page";
import { OrdersPage } from "./orders-page";
import { getOwnOrder, listOwnOrders } from "./own-orders";

/** Pages of the user's own purchases. */
export const purchasesRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const ID = ":id";
const WITHDRAWN = "withdrawn";

purchasesRoutes.get(paths.ownOrders(), async (c) => {
  const { ctx } = c.var;
  const orders = await listOwnOrders(ctx, { after: c.req.query("after"), before: c.req.query("before") });
  const head = { title: ctx.t("purchases.heading"), noindex: true, canonical: paths.ownOrders() };
  return renderPage(c, head, <OrdersPage orders={orders} now={ctx.now} />);
});

purchasesRoutes.get(paths.ownOrder(ID), (c) => orderPage(c, idParam(c)));

purchasesRoutes.post(paths.withdrawOrder(ID), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const withdrawn = await withdrawOrder(ctx, id);
  if (withdrawn.ok) return seeOther(c, paths.ownOrder(id, { done: WITHDRAWN }));
  const { refusal } = withdrawn;
  return refusal.code === "conflict" ? orderPage(c, id, refusal) : refusalResponse(c, refusal);
});

/** The refusal of a withdrawal has this URL, so a reload sends a GET here. */
purchasesRoutes.get(paths.withdrawOrder(ID), (c) => seeOther(c, paths.ownOrder(idParam(c))));

/** @throws Refused not_found for another user's order */
async function orderPage(c: C, id: string, refusal?: Refusal) {
  const { ctx } = c.var;
  const file = await getOwnOrder(ctx, id);
  if (!file) throw new Refused({ code: "not_found" });
  const done = c.req.query("done") === WITHDRAWN && file.order.withdrawnTs !== null;
  const title = ctx.t.count(`promotions.item.${file.order.placement}`, file.order.days);
  return renderPage(
    c,
    { title, noindex: true, canonical: paths.ownOrder(id) },
    <OrderPage file={file} now={ctx.now} done={done} refused={refusal ? ctx.t("purchases.refused") : null} />,
    refusal ? ERROR_STATUS[refusal.code] : 200,
  );
}
