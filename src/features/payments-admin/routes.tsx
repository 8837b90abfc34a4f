import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { creditDays, refundOrder, revokePromotion } from "@/features/promotions";
import { refusalResponse } from "@/http/errors";
import { readPeriod } from "@/http/read-period";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { DISPLAYED_ORDER_STATES } from "@/shared/codes";
import { parseDay, toDay } from "@/shared/dates";
import { ERROR_STATUS, invalid, Refused, type Result } from "@/shared/errors";
import { formatDecimal, parseHundredths, parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { MONEY_PERIOD } from "@/shared/schemas/analytics";
import { toFormErrors } from "@/ui/form";
import { getMoneySummary, MONEY_FIGURES } from "./get-money-summary";
import { MoneyPage } from "./money-page";
import { NO_ACTION, ORDER_ACTIONS, type OrderAction, type OrderActionsView } from "./order-actions";
import { getOrderDetails } from "./order-details";
import { AdminOrderPage } from "./order-page";
import { AdminOrdersPage } from "./orders-page";
import { outageCreditRoutes } from "./outage-credit-routes";
import { listOrders } from "./queries";
import { REFUND_STEPS } from "./refund-confirmation";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const paymentsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

// Before the page of an order, whose id its path would be.
paymentsAdminRoutes.route("/", outageCreditRoutes);

paymentsAdminRoutes.get(paths.adminOrders(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const figure = MONEY_FIGURES.find((code) => code === c.req.query("figure"));
  const period = readPeriod(c, MONEY_PERIOD);
  const filter = {
    state: DISPLAYED_ORDER_STATES.find((code) => code === c.req.query("state")) ?? null,
    q: (c.req.query("q") ?? "").trim(),
    money:
      figure && period.ok ? { figure, period: period.value, package: c.req.query("package") || null } : null,
  };
  const view = { found: await listOrders(ctx, filter, after), filter, first: !after };
  const head = { title: ctx.t("payments-admin.orders.heading"), noindex: true };
  return renderPage(c, head, <AdminOrdersPage view={view} />);
});

/** Wrong dates are shown with their errors, above the summary of the current month. */
paymentsAdminRoutes.get(paths.adminMoney(), async (c) => {
  const { ctx } = c.var;
  const result = readPeriod(c, MONEY_PERIOD);
  const today = toDay(ctx.now);
  const period = result.ok ? result.value : { from: `${today.slice(0, 8)}01`, to: today };
  const view = {
    summary: await getMoneySummary(ctx, period),
    period,
    today,
    typed: result.ok ? period : { from: c.req.query("from") ?? "", to: c.req.query("to") ?? "" },
    errors: result.ok ? {} : toFormErrors(ctx.t, result.refusal.fields),
    payoutsUrl: `${ctx.payments.dashboardUrl}/payouts`,
  };
  const head = { title: ctx.t("payments-admin.money.heading"), noindex: true };
  return renderPage(c, head, <MoneyPage view={view} />, result.ok ? 200 : ERROR_STATUS.invalid);
});

paymentsAdminRoutes.get(paths.adminOrder(":id"), (c) => renderOrder(c, NO_ACTION));

/** The first step shows what the refund does; the second one refunds. Both check the form. */
paymentsAdminRoutes.post(paths.adminOrderAction(":id", "refund"), async (c) => {
  const typed = await readInput(c);
  if (typed.step === REFUND_STEPS.change) return renderOrder(c, { ...NO_ACTION, action: "refund", typed });
  if (typed.step === REFUND_STEPS.compute) return renderWithdrawal(c, typed);
  const isPreview = typed.step !== REFUND_STEPS.confirm;
  const result = await submitRefund(c.var.ctx, idParam(c), typed, isPreview);
  if (isPreview && result.ok) {
    return renderOrder(c, { ...NO_ACTION, action: "refund", typed, confirm: result.value.amount });
  }
  // While Stripe is unavailable, the refund is pending, and the job sends it.
  return respond(
    c,
    "refund",
    typed,
    result,
    result.ok && result.value.state === "pending" ? "refund_later" : "refund",
  );
});

paymentsAdminRoutes.post(paths.adminOrderAction(":id", "revoke"), async (c) => {
  const typed = await readInput(c);
  // It needs no `expected`: a second submission finds nothing to end.
  const result = await revokePromotion(c.var.ctx, { orderId: idParam(c), reason: typed.reason });
  return respond(c, "revoke", typed, result, "revoke");
});

paymentsAdminRoutes.post(paths.adminOrderAction(":id", "credit"), async (c) => {
  const typed = await readInput(c);
  const { reason, expected } = typed;
  const days = parseWholeNumber(typed.days.trim());
  const credit = { orderId: idParam(c), days, reason, endsTs: Number(expected) };
  return respond(c, "credit", typed, await creditDays(c.var.ctx, credit), "credit");
});

// A refusal is rendered at the URL of the form. Reloading that URL with GET redirects to the order.
for (const action of ORDER_ACTIONS) {
  paymentsAdminRoutes.get(paths.adminOrderAction(":id", action), (c) =>
    seeOther(c, paths.adminOrder(idParam(c))),
  );
}

async function readInput(c: C): Promise<OrderActionInput> {
  const form = await readForm(c);
  return {
    amount: form.decimal("amount"),
    days: form.text("days"),
    reason_code: form.text("reason_code"),
    reason: form.text("reason"),
    withdrawn_on: form.day("withdrawn_on"),
    expected: form.text("expected"),
    step: form.text("step"),
  };
}

function respond(c: C, action: OrderAction, typed: OrderActionInput, result: Result<unknown>, done: string) {
  if (result.ok) return seeOther(c, paths.adminOrder(idParam(c), { done }));
  const { refusal } = result;
  if (refusal.code === "not_found") return refusalResponse(c, refusal);
  const { errors, message } = explainFormRefusal(c, refusal);
  return renderOrder(c, { action, typed, errors, refused: message }, ERROR_STATUS[refusal.code]);
}

/** The refund's form with what a withdrawal on the typed day owes. */
function renderWithdrawal(c: C, typed: OrderActionInput) {
  const { ctx } = c.var;
  const day = parseDay(typed.withdrawn_on);
  const actions = { ...NO_ACTION, action: "refund", typed } as const;
  if (day !== null && day <= toDay(ctx.now)) return renderOrder(c, { ...actions, isComputed: true });
  const errors = toFormErrors(ctx.t, [
    { field: "withdrawn_on", code: day === null ? "not_date" : "withdrawal_in_future" },
  ]);
  return renderOrder(c, { ...actions, errors }, ERROR_STATUS.invalid);
}

async function renderOrder(c: C, actions: OrderActionsView, status = 200) {
  const { ctx } = c.var;
  const id = idParam(c);
  const details = await getOrderDetails(ctx, id, parseDay(actions.typed.withdrawn_on));
  if (!details) throw new Refused({ code: "not_found" });
  const requested = c.req.query("done") ?? "";
  const done = status === 200 && ctx.t.has(`payments-admin.done.${requested}`) ? requested : null;
  const head = { title: ctx.t("payments-admin.order.heading", { id }), noindex: true };
  return renderPage(c, head, <AdminOrderPage view={{ details, actions, done, now: ctx.now }} />, status);
}

/** The fields of an action's form, as typed. `expected` is the value that the page showed. */
type OrderActionInput = OrderActionsView["typed"] & { expected: string; step: string };

/** Refunds an order, or only checks that for a preview. An empty amount means the full refundable amount. */
async function submitRefund(
  ctx: Ctx,
  orderId: string,
  { amount, reason_code, reason, expected }: OrderActionInput,
  isPreview: boolean,
) {
  const bani = parseHundredths(amount) ?? null;
  const target = { orderId, refundable: Number(expected), isPreview };
  const result = await refundOrder(ctx, target, { amount: bani, reason_code, reason });
  if (result.ok || !result.refusal.fields) return result;
  // The schema names its bound in bani, the form in lei.
  const params = { min: formatDecimal("0.01", ctx.locale) };
  return invalid(
    result.refusal.fields.map((error) => (error.code === "too_small" ? { ...error, params } : error)),
  );
}
