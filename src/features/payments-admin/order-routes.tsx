import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findOrderDetails } from "./find-order-file";
import { NO_ACTION, ORDER_ACTIONS, type OrderAction, type OrderActionsView } from "./order-actions";
import { AdminOrderPage } from "./order-page";
import { type OrderActionInput, submitCredit, submitRefund, submitRevocation } from "./submit-order-action";

export const orderRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

orderRoutes.get(paths.adminOrder(":id"), (c) => showOrder(c, NO_ACTION));

orderRoutes.post(paths.adminOrderAction(":id", "refund"), async (c) => {
  const typed = await readInput(c);
  const result = await submitRefund(c.var.ctx, idParam(c), typed);
  // What Stripe could not be asked for yet is sent by the job.
  return answer(
    c,
    "refund",
    typed,
    result,
    result.ok && result.value.state === "pending" ? "refund_later" : "refund",
  );
});

orderRoutes.post(paths.adminOrderAction(":id", "revoke"), async (c) => {
  const typed = await readInput(c);
  return answer(c, "revoke", typed, await submitRevocation(c.var.ctx, idParam(c), typed), "revoke");
});

orderRoutes.post(paths.adminOrderAction(":id", "credit"), async (c) => {
  const typed = await readInput(c);
  return answer(c, "credit", typed, await submitCredit(c.var.ctx, idParam(c), typed), "credit");
});

// A refused form is answered at the URL it was sent to. Reloading that URL leads back to the order.
for (const action of ORDER_ACTIONS) {
  orderRoutes.get(paths.adminOrderAction(":id", action), (c) => seeOther(c, paths.adminOrder(idParam(c))));
}

async function readInput(c: C): Promise<OrderActionInput> {
  const form = await readForm(c);
  return {
    amount: form.text("amount"),
    days: form.text("days"),
    reason: form.text("reason"),
    seen: form.text("seen"),
  };
}

function answer(c: C, action: OrderAction, typed: OrderActionInput, result: Result<unknown>, done: string) {
  if (result.ok) return seeOther(c, paths.adminOrder(idParam(c), { done }));
  const { refusal } = result;
  if (refusal.code === "not_found") return refusalResponse(c, refusal);
  const { errors, message } = explainFormRefusal(c, refusal);
  return showOrder(c, { action, typed, errors, refused: message }, ERROR_STATUS[refusal.code]);
}

async function showOrder(c: C, actions: OrderActionsView, status = 200) {
  const { ctx } = c.var;
  const id = idParam(c);
  const file = await findOrderDetails(ctx, id);
  if (!file) throw new Refused({ code: "not_found" });
  const asked = c.req.query("done") ?? "";
  const done = status === 200 && ctx.t.has(`payments-admin.done.${asked}`) ? asked : null;
  const head = { title: ctx.t("payments-admin.order.heading", { id }), noindex: true };
  return renderPage(c, head, <AdminOrderPage view={{ file, actions, done, now: ctx.now }} />, status);
}
