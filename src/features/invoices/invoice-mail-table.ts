import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { invoices } from "@/db/schema";
import { COUNTIES, type InvoiceKind, type Placement } from "@/shared/codes";
import { formatDate, formatPercent } from "@/shared/format";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { invoiceLabelSql } from "./invoice-label";
import { isPaymentSql } from "./invoice-statements";

type InvoicedOrder = { id: string; placement: Placement; days: number; vatRate: number };

/**
 * The newest invoice of a kind as a table for a mail that the same batch queues. Values that only the batch knows, such
 * as the number, are SQL, which `queueMailStatement` inserts. The mail's statement must follow
 * `insertMissingInvoicesStatements`.
 */
export function invoiceMailTable(ctx: Ctx, order: InvoicedOrder, kind: InvoiceKind, locale: Locale) {
  const t = ctx.translator(locale);
  const label = (name: string, params = {}) => t(`invoices.${name}`, params);
  const fromInvoiceSql = (value: SQL, condition = sql`kind = ${kind}`): SQL<string> => sql`(
    select ${value} from ${invoices} where order_id = ${order.id} and ${condition}
    order by issued_ts desc, number desc limit 1
  )`;
  const party = (name: "seller" | "buyer") => {
    const fieldSql = (field: string): SQL => sql`nullif(${sql.raw(name)} ->> ${sql.raw(`'$.${field}'`)}, '')`;
    // Each of these texts ends with its value.
    const line = (field: "tax_id" | "register_number" | "iban") =>
      sql`${label(`party.${field}`, { value: "" })} || ${fieldSql(field)}`;
    return fromInvoiceSql(
      concatSql([fieldSql("name"), line("tax_id"), line("register_number"), addressSql(name), line("iban")]),
    );
  };
  const money = (column: "amount" | "vat_amount") => fromInvoiceSql(exactLeiSql(sql.raw(column), locale));
  const address = `${ctx.config.SITE_URL}${localizePath(locale, paths.invoice(""))}`;
  return {
    title: label(`kinds.${kind}`),
    rows: [
      { term: label("number"), details: fromInvoiceSql(invoiceLabelSql) },
      { term: label("date"), details: formatDate(ctx.now, locale) },
      ...(kind === "invoice"
        ? []
        : [{ term: label("corrects.credit_note"), details: fromInvoiceSql(invoiceLabelSql, isPaymentSql) }]),
      { term: label("seller"), details: party("seller") },
      { term: label("buyer"), details: party("buyer") },
      { term: label("item"), details: t.count(`invoices.items.${order.placement}`, order.days) },
      { term: label("order"), details: order.id },
      order.vatRate > 0
        ? { term: label("vat", { rate: formatPercent(order.vatRate, locale) }), details: money("vat_amount") }
        : { term: label("noVat"), details: fromInvoiceSql(sql`seller ->> '$.exemption'`) },
      { term: label(`total.${kind}`), details: money("amount") },
      { term: label("print"), details: fromInvoiceSql(sql`${address} || ${invoiceLabelSql}`), link: true },
    ],
  };
}

const COUNTY_NAMES = JSON.stringify(Object.fromEntries(COUNTIES.map(({ code, name }) => [code, name])));

/** `formatAddress` as SQL, for a party of a row of `invoices`. */
function addressSql(party: "seller" | "buyer"): SQL {
  const field = (name: string) => sql.raw(`(${party} ->> '$.${name}')`);
  return sql`${field("street")} || ', ' || iif(${field("county")} = 'b', 'Sector ', '') || ${field("city")} || ', '
    || (${COUNTY_NAMES} ->> ${field("county")})`;
}

/** The texts that are not null, separated by commas. */
const concatSql = ([first, ...rest]: SQL[]): SQL =>
  sql.join(
    [sql`coalesce(${first}, '')`, ...rest.map((part) => sql`coalesce(', ' || ${part}, '')`)],
    sql` || `,
  );

/** `formatExactLei` as SQL, for a column of bani that are not negative. */
export function exactLeiSql(column: SQL, locale: Locale): SQL<string> {
  const lei = sql`printf('%,d', ${column} / 100)`;
  const bani = sql`printf('%02d', ${column} % 100)`;
  return locale === "en"
    ? sql`${lei} || '.' || ${bani} || ' lei'`
    : sql`replace(${lei}, ',', '.') || ',' || ${bani} || ' lei'`;
}
