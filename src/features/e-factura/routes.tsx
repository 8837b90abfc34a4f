import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import {
  formatInvoiceCursor,
  listInvoicesBetween,
  listNewestInvoices,
  parseInvoiceCursor,
  toAnswerKey,
} from "@/features/invoices";
import { refusalResponse } from "@/http/errors";
import { readPeriod } from "@/http/read-period";
import { readTaskOrigin } from "@/http/read-task-origin";
import { renderPage } from "@/http/render";
import { splitUrl } from "@/http/request-url";
import {
  csvResponse,
  explainRefusal,
  fileResponse,
  seeOther,
  streamParts,
  toFileName,
  toFormStatus,
} from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { addDays, addMonths, type Day, parseDay, startOfDay, toDay } from "@/shared/dates";
import { type Refusal, Refused } from "@/shared/errors";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { MONEY_PERIOD } from "@/shared/schemas/analytics";
import { connectEFactura, findStateLocale, getCallbackUrl, getConsentUrl } from "./connect-e-factura";
import { canSend, getConnection } from "./connection";
import { ConnectionPage } from "./connection-page";
import { getUblDocument } from "./get-ubl-document";
import { E_INVOICE_ACTIONS, handleEInvoiceAction } from "./handle-e-invoice-action";
import { invoicesCsv } from "./invoices-csv";
import { InvoicesPage } from "./invoices-page";
import { countInvoices, countUnsettledEInvoices, listOpenEInvoices } from "./queries";
import { zipDocuments } from "./zip-documents";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const eFacturaRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const PAGE_SIZE = 50;

/** The first day of the query's month; that of today's for another text. */
const readMonth = (c: C): Day =>
  parseDay(`${c.req.query("month")}-01`) ?? `${toDay(c.var.ctx.now).slice(0, 7)}-01`;

/** The times (ms) of a month by its first day. */
const toPeriod = (first: Day) => ({ from: startOfDay(first), until: startOfDay(addMonths(first, 1)) });

eFacturaRoutes.get(paths.adminInvoices(), async (c) => {
  const { ctx } = c.var;
  const isOpen = c.req.query("state") === "open";
  const first = readMonth(c);
  const before = parseInvoiceCursor(c.req.query("before"));
  const months = [addMonths(first, -1), first, addMonths(first, 1)].filter((day) => day <= toDay(ctx.now));
  const [found, counts, connection] = await Promise.all([
    isOpen
      ? listOpenEInvoices(ctx)
      : listNewestInvoices(ctx, { ...toPeriod(first), before, limit: PAGE_SIZE + 1 }),
    countInvoices(ctx, months),
    getConnection(ctx),
  ]);
  const invoices = isOpen ? found : found.slice(0, PAGE_SIZE);
  const last = invoices.at(-1);
  const view = {
    invoices,
    month: isOpen ? null : first.slice(0, 7),
    next: last && invoices.length < found.length ? formatInvoiceCursor(last) : null,
    first: before === null,
    canSend: canSend(ctx, connection),
    counts,
    done: E_INVOICE_ACTIONS.find((action) => action === c.req.query("done")) ?? null,
  };
  return renderPage(
    c,
    { title: ctx.t("e-factura.invoices.heading"), noindex: true },
    <InvoicesPage view={view} />,
  );
});

eFacturaRoutes.get(paths.adminInvoicesCsv(), async (c) => {
  const { ctx } = c.var;
  const period = readPeriod(c, MONEY_PERIOD);
  if (!period.ok) return refusalResponse(c, period.refusal);
  const { from, to } = period.value;
  const invoices = listInvoicesBetween(ctx, startOfDay(from), startOfDay(addDays(to, 1)));
  const csv = await streamParts(invoicesCsv(ctx.t, invoices), ctx.log, "invoices_csv_broken");
  return csvResponse(c, csv, ctx.t("invoices.csv.file"), from, to);
});

eFacturaRoutes.get(paths.adminInvoicesZip(), async (c) => {
  const { ctx } = c.var;
  const first = readMonth(c);
  const { from, until } = toPeriod(first);
  const invoices = listInvoicesBetween(ctx, from, until);
  const zip = await streamParts(zipDocuments(ctx, invoices), ctx.log, "invoices_zip_broken");
  const name = toFileName(c, ctx.t("e-factura.invoices.file"), first.slice(0, 7));
  return fileResponse(c, zip, `${name}.zip`, "application/zip");
});

eFacturaRoutes.get(paths.adminInvoiceFile(":label", "document.xml"), async (c) => {
  const { label, xml } = await getUblDocument(c.var.ctx, c.req.param("label") ?? "");
  return fileResponse(c, xml, `${label}.xml`, "application/xml; charset=utf-8");
});

eFacturaRoutes.get(paths.adminInvoiceFile(":label", "answer.zip"), async (c) => {
  const label = c.req.param("label") ?? "";
  const answer = await c.var.ctx.media.read(toAnswerKey(label), null);
  if (!answer || !("body" in answer)) throw new Refused({ code: "not_found" });
  return fileResponse(c, answer.body, `${label}.zip`, "application/zip");
});

for (const action of E_INVOICE_ACTIONS) {
  eFacturaRoutes.post(paths.adminInvoiceAction(":label", action), async (c) => {
    const result = await handleEInvoiceAction(c.var.ctx, c.req.param("label") ?? "", action);
    return result.ok
      ? seeOther(c, paths.adminInvoices({ state: "open", done: action, ...readTaskOrigin(c) }))
      : refusalResponse(c, result.refusal);
  });
}

eFacturaRoutes.get(paths.eFactura(), (c) => renderConnection(c));

/** The authority leads back here, to an address without a language: the state has it. */
eFacturaRoutes.get(paths.eFacturaCallback(), routeOptions({ noLocaleRedirect: true }), async (c) => {
  const { code = "", state = "" } = c.req.query();
  const locale = findStateLocale(state);
  if (locale !== null && locale !== c.var.ctx.locale)
    return c.redirect(localizePath(locale, paths.eFacturaCallback()) + splitUrl(c.req.url).search, 303);
  const result = await connectEFactura(c.var.ctx, { code, state });
  return result.ok ? seeOther(c, paths.eFactura({ done: true })) : renderConnection(c, result.refusal);
});

async function renderConnection(c: C, refusal?: Refusal) {
  const { ctx } = c.var;
  const [connection, unsettled] = await Promise.all([getConnection(ctx), countUnsettledEInvoices(ctx)]);
  const view = {
    connection,
    consentUrl: getConsentUrl(ctx),
    callbackUrl: getCallbackUrl(ctx),
    unsettled,
    failure: refusal ? explainRefusal(c, refusal) : null,
    done: c.req.query("done") === "1",
  };
  const head = { title: ctx.t("e-factura.heading"), noindex: true };
  return renderPage(c, head, <ConnectionPage view={view} />, toFormStatus(refusal));
}
