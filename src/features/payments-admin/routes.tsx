import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { replayEvent } from "@/features/promotions";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal, seeOther } from "@/http/responses";
import { ORDER_STATES, PAYMENT_OUTCOMES } from "@/shared/codes";
import { parseTypedDay, toDay } from "@/shared/dates";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { toFormErrors } from "@/ui/form";
import { EMPTY_EVENT_MARK, type EventMarkView, PaymentEventPage } from "./event-page";
import { EVENT_FILTERS, getEventDetails, listPaymentEvents } from "./event-queries";
import { EventsPage } from "./events-page";
import { markEventSeen, markEventUnseen } from "./mark-event";
import { orderRoutes } from "./order-routes";
import { AdminOrdersPage } from "./orders-page";
import { getInvoiceTotals, listOrders, listReconciliations } from "./queries";
import { ReconciliationsPage } from "./reconciliations-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const paymentsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

paymentsAdminRoutes.route("/", orderRoutes);

paymentsAdminRoutes.get(paths.adminOrders(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const filter = { state: parseChoice(ORDER_STATES, c.req.query("state")), q: getSearch(c) };
  const { requested, result, currentMonth } = parsePeriod(c);
  const period = result.ok ? result.value : currentMonth;
  const [found, totals] = await Promise.all([listOrders(ctx, filter, after), getInvoiceTotals(ctx, period)]);
  const errors = result.ok ? {} : toFormErrors(ctx.t, result.refusal.fields);
  const view = { found, filter, totals: { totals, period, requested, errors }, first: !after };
  const head = { title: ctx.t("payments-admin.orders.heading"), noindex: true };
  return renderPage(c, head, <AdminOrdersPage view={view} />, result.ok ? 200 : ERROR_STATUS.invalid);
});

paymentsAdminRoutes.get(paths.adminEvents(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const q = getSearch(c);
  // A search for an event or an order finds it whatever its outcome.
  const show = parseChoice(EVENT_FILTERS, c.req.query("show")) ?? (q ? "all" : "attention");
  const found = await listPaymentEvents(ctx, { show, q }, after);
  const done = c.req.query("done") === "seen";
  const head = { title: ctx.t("payments-admin.events.heading"), noindex: true };
  return renderPage(c, head, <EventsPage view={{ found, show, q, first: !after, done }} />);
});

paymentsAdminRoutes.get(paths.adminEvent(":id"), (c) => renderEvent(c));

paymentsAdminRoutes.post(paths.replayEvent(":id"), async (c) => {
  const id = c.req.param("id") ?? "";
  const result = await replayEvent(c.var.ctx, id);
  if (result.ok) return seeOther(c, paths.adminEvent(id, { replayed: result.value.outcome }));
  if (result.refusal.code === "not_found") return refusalResponse(c, result.refusal);
  return renderEvent(c, { refused: explainRefusal(c, result.refusal) }, ERROR_STATUS[result.refusal.code]);
});

paymentsAdminRoutes.post(paths.markEvent(":id", "seen"), async (c) => {
  const id = c.req.param("id") ?? "";
  const form = await readForm(c);
  const note = form.text("note");
  const result = await markEventSeen(c.var.ctx, id, { note, outcome: form.text("outcome") });
  // Back to the list of the events that need review.
  if (result.ok) return seeOther(c, paths.adminEvents({ done: "seen" }));
  if (result.refusal.code === "not_found") return refusalResponse(c, result.refusal);
  const { errors, message } = explainFormRefusal(c, result.refusal);
  const mark = { note, errors, refused: message };
  return renderEvent(c, { mark }, ERROR_STATUS[result.refusal.code]);
});

paymentsAdminRoutes.post(paths.markEvent(":id", "unseen"), async (c) => {
  const id = c.req.param("id") ?? "";
  const result = await markEventUnseen(c.var.ctx, id);
  return result.ok ? seeOther(c, paths.adminEvent(id)) : refusalResponse(c, result.refusal);
});

// A refusal is rendered at the URL of the form. Reloading that URL with GET redirects to the event.
for (const path of [
  paths.replayEvent(":id"),
  paths.markEvent(":id", "seen"),
  paths.markEvent(":id", "unseen"),
]) {
  paymentsAdminRoutes.get(path, (c) => seeOther(c, paths.adminEvent(c.req.param("id") ?? "")));
}

paymentsAdminRoutes.get(paths.adminReconciliations(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const found = await listReconciliations(ctx, after);
  const head = { title: ctx.t("payments-admin.reconciliations.heading"), noindex: true };
  return renderPage(c, head, <ReconciliationsPage found={found} first={!after} />);
});

/** `refused` is the message if replaying was refused, `mark` the refused form to mark the event as seen. */
async function renderEvent(
  c: C,
  { refused = null, mark = EMPTY_EVENT_MARK }: { refused?: string | null; mark?: EventMarkView } = {},
  status = 200,
) {
  const event = await getEventDetails(c.var.ctx, c.req.param("id") ?? "");
  if (!event) throw new Refused({ code: "not_found" });
  const replayed = status === 200 ? parseChoice(PAYMENT_OUTCOMES, c.req.query("replayed")) : null;
  const page = <PaymentEventPage event={event} mark={mark} replayed={replayed} refused={refused} />;
  return renderPage(c, { title: event.type, noindex: true }, page, status);
}

const getSearch = (c: C): string => (c.req.query("q") ?? "").trim();

/** The chosen item of a list; null for any other text. */
const parseChoice = <T extends string>(list: readonly T[], chosen: string | undefined): T | null =>
  list.find((item) => item === chosen) ?? null;

/** The days for the totals: those in the URL, in the page's language or as ISO dates, else the current month. */
function parsePeriod(c: C) {
  const { now, locale } = c.var.ctx;
  const today = toDay(now);
  const currentMonth = { from: `${today.slice(0, 8)}01`, to: today };
  const requested: Partial<Record<"from" | "to", string>> = {};
  for (const name of ["from", "to"] as const) {
    const typed = c.req.query(name)?.trim();
    if (typed) requested[name] = parseTypedDay(typed, locale) ?? typed;
  }
  return {
    requested,
    currentMonth,
    result: validate(periodSchema(today), { ...currentMonth, ...requested }),
  };
}
