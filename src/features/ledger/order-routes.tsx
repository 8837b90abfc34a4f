import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { refusalAnswer } from "@/http/errors";
import { readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { whatIsWrong } from "@/http/tell-refusal";
import { ERROR_STATUS, Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { findOrderFile } from "./find-order-file";
import { creditAsSeen, refundAsSeen, revokeAsTyped, type TypedDeed } from "./order-deed";
import { DEEDS, type Deed, NOTHING_SENT, type OrderDeedsView } from "./order-deeds";
import { OrderPage } from "./order-page";

export const orderRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

orderRoutes.get(paths.adminOrder(":id"), (c) => showOrder(c, NOTHING_SENT));

orderRoutes.post(paths.adminOrderAction(":id", "refund"), async (c) => {
  const typed = await readDeed(c);
  const result = await refundAsSeen(c.var.ctx, idParam(c), typed);
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
  const typed = await readDeed(c);
  return answer(c, "revoke", typed, await revokeAsTyped(c.var.ctx, idParam(c), typed), "revoke");
});

orderRoutes.post(paths.adminOrderAction(":id", "credit"), async (c) => {
  const typed = await readDeed(c);
  return answer(c, "credit", typed, await creditAsSeen(c.var.ctx, idParam(c), typed), "credit");
});

// A form that was refused is answered where it was sent to: whoever loads that address anew comes back to the order.
for (const deed of DEEDS) {
  orderRoutes.get(paths.adminOrderAction(":id", deed), (c) => seeOther(c, paths.adminOrder(idParam(c))));
}

async function readDeed(c: C): Promise<TypedDeed> {
  const form = await readForm(c);
  return {
    amount: form.text("amount"),
    days: form.text("days"),
    reason: form.text("reason"),
    seen: form.text("seen"),
  };
}

function answer(c: C, deed: Deed, typed: TypedDeed, result: Result<unknown>, done: string) {
  if (result.ok) return seeOther(c, paths.adminOrder(idParam(c), { done }));
  const { refusal } = result;
  if (refusal.code === "not_found") return refusalAnswer(c, refusal);
  const { errors, message } = whatIsWrong(c, refusal);
  return showOrder(c, { deed, typed, errors, refused: message }, ERROR_STATUS[refusal.code]);
}

async function showOrder(c: C, deeds: OrderDeedsView, status = 200) {
  const { ctx } = c.var;
  const id = idParam(c);
  const file = await findOrderFile(ctx, id);
  if (!file) throw new Refused({ code: "not_found" });
  const asked = c.req.query("done") ?? "";
  const done = status === 200 && ctx.t.has(`ledger.done.${asked}`) ? asked : null;
  const head = { title: ctx.t("ledger.order.heading", { id }), noindex: true };
  return renderPage(c, head, <OrderPage view={{ file, deeds, done, now: ctx.now }} />, status);
}
