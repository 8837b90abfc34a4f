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
import { EMPTY_EVENT_MARK, type EventMarkView } from "./event-mark";
import { EventPage } from "./event-page";
import { EventsPage } from "./events-page";
import { EVENT_FILTERS, findEvent, findEvents } from "./find-events";
import { findOrders } from "./find-orders";
import { findReconciliations } from "./find-reconciliations";
import { markEventSeen, unmarkEvent } from "./mark-event";
import { orderRoutes } from "./order-routes";
import { AdminOrdersPage } from "./orders-page";
import { ReconciliationsPage } from "./reconciliations-page";
import { getInvoiceTotals } from "./sums";

/** A gate before all routes admits admins only. */
export const paymentsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

paymentsAdminRoutes.route("/", orderRoutes);

paymentsAdminRoutes.get(paths.adminOrders(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const filter = { state: oneOf(ORDER_STATES, c.req.query("state")), q: searched(c) };
  const { asked, result, usual } = askedPeriod(c);
  const period = result.ok ? result.value : usual;
  const [found, sums] = await Promise.all([findOrders(ctx, filter, after), getInvoiceTotals(ctx, period)]);
  const errors = result.ok ? {} : toFormErrors(ctx.t, result.refusal.fields);
  const view = { found, filter, sums: { sums, period, asked, errors }, first: !after };
  const head = { title: ctx.t("payments-admin.orders.heading"), noindex: true };
  return renderPage(c, head, <AdminOrdersPage view={view} />, result.ok ? 200 : ERROR_STATUS.invalid);
});

paymentsAdminRoutes.get(paths.adminEvents(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const q = searched(c);
  // A search for an event or an order finds it whatever its outcome.
  const show = oneOf(EVENT_FILTERS, c.req.query("show")) ?? (q ? "all" : "attention");
  const found = await findEvents(ctx, { show, q }, after);
  const done = c.req.query("done") === "seen";
  const head = { title: ctx.t("payments-admin.events.heading"), noindex: true };
  return renderPage(c, head, <EventsPage view={{ found, show, q, first: !after, done }} />);
});

paymentsAdminRoutes.get(paths.adminEvent(":id"), (c) => showEvent(c));

paymentsAdminRoutes.post(paths.replayEvent(":id"), async (c) => {
  const id = c.req.param("id") ?? "";
  const result = await replayEvent(c.var.ctx, id);
  if (result.ok) return seeOther(c, paths.adminEvent(id, { replayed: result.value.outcome }));
  if (result.refusal.code === "not_found") return refusalResponse(c, result.refusal);
  return showEvent(c, { refused: explainRefusal(c, result.refusal) }, ERROR_STATUS[result.refusal.code]);
});

paymentsAdminRoutes.post(paths.markEvent(":id", "seen"), async (c) => {
  const id = c.req.param("id") ?? "";
  const form = await readForm(c);
  const note = form.text("note");
  const result = await markEventSeen(c.var.ctx, id, { note, outcome: form.text("outcome") });
  // On to what else needs a look.
  if (result.ok) return seeOther(c, paths.adminEvents({ done: "seen" }));
  if (result.refusal.code === "not_found") return refusalResponse(c, result.refusal);
  const { errors, message } = explainFormRefusal(c, result.refusal);
  const mark = { note, errors, refused: message };
  return showEvent(c, { mark }, ERROR_STATUS[result.refusal.code]);
});

paymentsAdminRoutes.post(paths.markEvent(":id", "unseen"), async (c) => {
  const id = c.req.param("id") ?? "";
  const result = await unmarkEvent(c.var.ctx, id);
  return result.ok ? seeOther(c, paths.adminEvent(id)) : refusalResponse(c, result.refusal);
});

/** A refusal is rendered at the form's address; reloading that address with GET leads back to the page. */
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
  const found = await findReconciliations(ctx, after);
  const head = { title: ctx.t("payments-admin.reconciliations.heading"), noindex: true };
  return renderPage(c, head, <ReconciliationsPage found={found} first={!after} />);
});

/** `refused` says why it was not replayed, in words; `mark` what was noted and not kept. */
async function showEvent(
  c: C,
  { refused = null, mark = EMPTY_EVENT_MARK }: { refused?: string | null; mark?: EventMarkView } = {},
  status = 200,
) {
  const event = await findEvent(c.var.ctx, c.req.param("id") ?? "");
  if (!event) throw new Refused({ code: "not_found" });
  const replayed = status === 200 ? oneOf(PAYMENT_OUTCOMES, c.req.query("replayed")) : null;
  const page = <EventPage event={event} mark={mark} replayed={replayed} refused={refused} />;
  return renderPage(c, { title: event.type, noindex: true }, page, status);
}

const searched = (c: C): string => (c.req.query("q") ?? "").trim();

/** What one chose of a list; null for anything else. */
const oneOf = <T extends string>(list: readonly T[], chosen: string | undefined): T | null =>
  list.find((one) => one === chosen) ?? null;

/** The days that are summed up: those that were typed, in the page's language where need be; else the month so far. */
function askedPeriod(c: C) {
  const { now, locale } = c.var.ctx;
  const today = toDay(now);
  const usual = { from: `${today.slice(0, 8)}01`, to: today };
  const asked: Partial<Record<"from" | "to", string>> = {};
  for (const name of ["from", "to"] as const) {
    const typed = c.req.query(name)?.trim();
    if (typed) asked[name] = parseTypedDay(typed, locale) ?? typed;
  }
  return { asked, usual, result: validate(periodSchema(today), { ...usual, ...asked }) };
}
