import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { invoices } from "@/db/schema";
import type { InvoiceKind, Placement } from "@/shared/codes";
import { formatDate, formatPercent } from "@/shared/format";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { invoiceLabelSql, sellerSql } from "./queries";

type InvoicedOrder = { id: string; placement: Placement; days: number; vatRate: number };

/**
 * The newest invoice of a kind as a table for a mail that the same batch queues. Values that only the batch knows, such
 * as the number, are SQL, which `queueMailStatement` inserts. The mail's statement must follow
 * `insertMissingInvoicesStatements`.
 */
export function invoiceMailTable(ctx: Ctx, order: InvoicedOrder, kind: InvoiceKind, locale: Locale) {
  const t = ctx.translator(locale);
  const label = (name: string, params = {}) => t(`invoices.${name}`, params);
  const fromInvoiceSql = (value: SQL, ofKind: InvoiceKind = kind): SQL<string> => sql`(
    select ${value} from ${invoices} where order_id = ${order.id} and kind = ${sql.raw(`'${ofKind}'`)}
    order by number desc limit 1
  )`;
  // Each of these texts ends with its value.
  const sellerLine = (field: "tax_id" | "registration_number" | "iban") =>
    sql`${label(`seller.${field}`, { value: "" })} || ${sellerSql(field)}`;
  const seller = concatSql([
    sql`coalesce(${sellerSql("name")}, ${ctx.config.SITE_NAME})`,
    sellerLine("tax_id"),
    sellerLine("registration_number"),
    sellerSql("address"),
    sellerLine("iban"),
    sellerSql("email"),
  ]);
  const buyer = concatSql([
    sql`nullif(json_extract(buyer, '$.name'), '')`,
    sql`json_extract(buyer, '$.email')`,
  ]);
  const money = (column: "amount" | "vat_amount") => fromInvoiceSql(exactLeiSql(sql.raw(column), locale));
  const rate = formatPercent(order.vatRate, locale);
  const address = `${ctx.config.SITE_URL}${localizePath(locale, paths.invoice(""))}`;
  return {
    title: label(`kinds.${kind}`),
    rows: [
      { term: label("number"), details: fromInvoiceSql(invoiceLabelSql) },
      { term: label("date"), details: formatDate(ctx.now, locale) },
      ...(kind === "receipt"
        ? []
        : [{ term: label("corrects"), details: fromInvoiceSql(invoiceLabelSql, "receipt") }]),
      { term: label("seller.title"), details: fromInvoiceSql(seller) },
      { term: label("buyer"), details: fromInvoiceSql(buyer) },
      { term: label("item"), details: t.count(`invoices.items.${order.placement}`, order.days) },
      { term: label("order"), details: order.id },
      order.vatRate > 0
        ? { term: label("vat", { rate }), details: money("vat_amount") }
        : {
            term: label("noVat"),
            details: fromInvoiceSql(sql`coalesce(${sellerSql(`exemption.${locale}`)}, ${rate})`),
          },
      { term: label(`total.${kind}`), details: money("amount") },
      { term: label("print"), details: fromInvoiceSql(sql`${address} || number`), link: true },
    ],
  };
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
