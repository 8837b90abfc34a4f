import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import {
  creditDays,
  listReturnedRefunds,
  recordTransfer,
  recordWithdrawal,
  refundOrder,
  revokePromotion,
} from "@/features/promotions";
import { refusalResponse } from "@/http/errors";
import { readPeriod } from "@/http/read-period";
import { readTaskOrigin } from "@/http/read-task-origin";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { DISPLAYED_ORDER_STATES, type RefundState } from "@/shared/codes";
import { parseDay, toDay } from "@/shared/dates";
import { ERROR_STATUS, getFound, invalid, type Result } from "@/shared/errors";
import { formatDay } from "@/shared/format";
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
import { listOrders, type OrderFilter } from "./queries";
import { CONFIRMATION_STEPS } from "./refund-confirmation";

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
  const [found, total] = await Promise.all([listOrders(ctx, filter, after), getFigure(ctx, filter)]);
  const view = { found, filter, total, first: !after };
  const head = { title: ctx.t("payments-admin.orders.heading"), noindex: true };
  return renderPage(c, head, <AdminOrdersPage view={view} />);
});

/** The amount of a money figure (bani), of its package if one is chosen; null without one, and with other filters. */
async function getFigure(ctx: Ctx, { money, state, q }: OrderFilter): Promise<number | null> {
  if (!money || money.figure === "no_fee" || state || q) return null;
  const summary = await getMoneySummary(ctx, money.period);
  const figures =
    money.package === null ? summary : summary.packages.find(({ package: code }) => code === money.package);
  return figures?.[money.figure] ?? 0;
}

/** Wrong dates are shown with their errors, above the summary of the current month. */
paymentsAdminRoutes.get(paths.adminMoney(), async (c) => {
  const { ctx } = c.var;
  const result = readPeriod(c, MONEY_PERIOD);
  const today = toDay(ctx.now);
  const period = result.ok ? result.value : { from: `${today.slice(0, 8)}01`, to: today };
  // What is owed is owed now: no figure of an earlier period.
  const isCurrent = period.from <= today && today <= period.to;
  const view = {
    summary: await getMoneySummary(ctx, period),
    period,
    today,
    typed: result.ok ? period : { from: c.req.query("from") ?? "", to: c.req.query("to") ?? "" },
    errors: result.ok ? {} : toFormErrors(ctx.t, result.refusal.fields),
    owed: isCurrent ? await listReturnedRefunds(ctx) : [],
    payoutsUrl: `${ctx.payments.dashboardUrl}/payouts`,
  };
  const head = { title: ctx.t("payments-admin.money.heading"), noindex: true };
  return renderPage(c, head, <MoneyPage view={view} />, result.ok ? 200 : ERROR_STATUS.invalid);
});

/** The task of a contact message leads here with the day of the message, which may be a withdrawal. */
paymentsAdminRoutes.get(paths.adminOrder(":id"), (c) => {
  const typed = { ...NO_ACTION.typed, withdrawn_on: c.req.query("withdrawn_on") ?? "" };
  return renderOrder(c, { ...NO_ACTION, typed });
});

/** The first step shows how the refund is computed; the second one records the withdrawal. */
paymentsAdminRoutes.post(paths.adminOrderAction(":id", "withdraw"), async (c) => {
  const { ctx } = c.var;
  const typed = await readInput(c);
  const actions = { ...NO_ACTION, action: "withdraw", typed } as const;
  if (typed.step === CONFIRMATION_STEPS.change) return renderOrder(c, actions);
  const day = parseDay(typed.withdrawn_on);
  if (day === null || day > toDay(ctx.now)) {
    const errors = toFormErrors(ctx.t, [
      { field: "withdrawn_on", code: day === null ? "not_date" : "day_in_future" },
    ]);
    return renderOrder(c, { ...actions, errors }, ERROR_STATUS.invalid);
  }
  const preview = { ...actions, isPreview: true };
  if (typed.step !== CONFIRMATION_STEPS.confirm) return renderOrder(c, preview);
  const withdrawal = { orderId: idParam(c), day, expected: Number(typed.expected) };
  const result = await recordWithdrawal(ctx, withdrawal);
  // The page says it to the admin; the text of the refusal is for the buyer.
  if (!result.ok && result.refusal.reason === "no_withdrawal") return renderOrder(c, preview);
  return respond(c, "withdraw", typed, result, isPending(result) ? "withdraw_later" : "withdraw");
});

paymentsAdminRoutes.post(paths.adminOrderAction(":id", "refund"), (c) =>
  handleConfirmedAction(
    c,
    "refund",
    (typed, isPreview) => submitRefund(c.var.ctx, idParam(c), typed, isPreview),
    (result) => (isPending(result) ? "refund_later" : "refund"),
  ),
);

/** While Stripe is unavailable, a refund is pending, and the job sends it. */
const isPending = (result: Result<{ state: RefundState }>): boolean =>
  result.ok && result.value.state === "pending";

paymentsAdminRoutes.post(paths.adminOrderAction(":id", "transfer"), (c) =>
  handleConfirmedAction(c, "transfer", ({ expected, transferred_on, reference }, isPreview) =>
    recordTransfer(
      c.var.ctx,
      { orderId: idParam(c), isPreview },
      { refund: expected, transferred_on, reference },
    ),
  ),
);

// It needs no `expected`: a second submission finds nothing to end.
paymentsAdminRoutes.post(paths.adminOrderAction(":id", "revoke"), (c) =>
  handleConfirmedAction(c, "revoke", ({ reason }, isPreview) =>
    revokePromotion(c.var.ctx, { orderId: idParam(c), reason, isPreview }),
  ),
);

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
    seeOther(c, paths.adminOrder(idParam(c), readTaskOrigin(c))),
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
    transferred_on: form.day("transferred_on"),
    reference: form.text("reference"),
    expected: form.text("expected"),
    step: form.text("step"),
  };
}

/** The first step shows what an action does; the second one does it. Both check the form. */
async function handleConfirmedAction<T>(
  c: C,
  action: OrderAction,
  submit: (typed: OrderActionInput, isPreview: boolean) => Promise<Result<T>>,
  getDone: (result: Result<T>) => string = () => action,
): Promise<Response> {
  const typed = await readInput(c);
  if (typed.step === CONFIRMATION_STEPS.change) return renderOrder(c, { ...NO_ACTION, action, typed });
  const isPreview = typed.step !== CONFIRMATION_STEPS.confirm;
  const result = await submit(typed, isPreview);
  if (isPreview && result.ok) return renderOrder(c, { ...NO_ACTION, action, typed, isPreview });
  return respond(c, action, typed, result, getDone(result));
}

function respond(c: C, action: OrderAction, typed: OrderActionInput, result: Result<unknown>, done: string) {
  if (result.ok) return seeOther(c, paths.adminOrder(idParam(c), { done, ...readTaskOrigin(c) }));
  const { refusal } = result;
  if (refusal.code === "not_found") return refusalResponse(c, refusal);
  const { errors, message } = explainFormRefusal(c, refusal);
  return renderOrder(c, { action, typed, errors, refused: message }, ERROR_STATUS[refusal.code]);
}

async function renderOrder(c: C, actions: OrderActionsView, status = 200) {
  const { ctx } = c.var;
  const id = idParam(c);
  const details = getFound(await getOrderDetails(ctx, id, parseDay(actions.typed.withdrawn_on)));
  if (actions.isPreview && actions.action === "withdraw" && !details.withdrawal) {
    const day = formatDay(parseDay(actions.typed.withdrawn_on) ?? toDay(ctx.now), ctx.locale);
    const refused = ctx.t(`payments-admin.withdrawalConfirmation.obstacles.${details.withdrawalObstacle}`, {
      day,
    });
    return renderOrder(c, { ...actions, isPreview: false, refused }, ERROR_STATUS.conflict);
  }
  const requested = c.req.query("done") ?? "";
  const done = status === 200 && ctx.t.has(`payments-admin.done.${requested}`) ? requested : null;
  const head = { title: ctx.t("payments-admin.order.heading", { id }), noindex: true };
  return renderPage(c, head, <AdminOrderPage view={{ details, actions, done, now: ctx.now }} />, status);
}

/** The fields of an action's form, as typed. */
type OrderActionInput = OrderActionsView["typed"] & { step: string };

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
