import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { invoices } from "@/db/schema";
import type { InvoiceKind, Placement } from "@/shared/codes";
import { formatDate, formatPercent } from "@/shared/format";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { exactLeiSql } from "./exact-lei";
import { invoiceLabelSql, sellerSql } from "./snapshots";

type Bought = { id: string; placement: Placement; days: number; vatRate: number };

/**
 * The newest invoice of a kind as a table for a mail that the same batch queues. Values that only the batch knows, such
 * as the number, are SQL, which `queueMail` inserts. The mail's statement must follow `invoiceStatements`.
 */
export function invoiceMailTable(ctx: Ctx, order: Bought, kind: InvoiceKind, locale: Locale) {
  const t = ctx.translator(locale);
  const say = (name: string, params = {}) => t(`invoices.${name}`, params);
  const of = (value: SQL, of: InvoiceKind = kind): SQL<string> => sql`(
    select ${value} from ${invoices} where order_id = ${order.id} and kind = ${sql.raw(`'${of}'`)}
    order by number desc limit 1
  )`;
  // The value is at the end of each of these texts.
  const named = (field: "tax_id" | "registration_number" | "iban") =>
    sql`${say(`seller.${field}`, { value: "" })} || ${sellerSql(field)}`;
  const seller = joined([
    sql`coalesce(${sellerSql("name")}, ${ctx.config.SITE_NAME})`,
    named("tax_id"),
    named("registration_number"),
    sellerSql("address"),
    named("iban"),
    sellerSql("email"),
  ]);
  const buyer = joined([sql`nullif(json_extract(buyer, '$.name'), '')`, sql`json_extract(buyer, '$.email')`]);
  const money = (column: "amount" | "vat_amount") => of(exactLeiSql(sql.raw(column), locale));
  const rate = formatPercent(order.vatRate, locale);
  const address = `${ctx.config.SITE_URL}${localizePath(locale, paths.invoice(""))}`;
  return {
    title: say(`kinds.${kind}`),
    rows: [
      { term: say("number"), details: of(invoiceLabelSql) },
      { term: say("date"), details: formatDate(ctx.now, locale) },
      ...(kind === "receipt" ? [] : [{ term: say("corrects"), details: of(invoiceLabelSql, "receipt") }]),
      { term: say("seller.title"), details: of(seller) },
      { term: say("buyer"), details: of(buyer) },
      { term: say("item"), details: t.count(`invoices.items.${order.placement}`, order.days) },
      { term: say("order"), details: order.id },
      order.vatRate > 0
        ? { term: say("vat", { rate }), details: money("vat_amount") }
        : {
            term: say("noVat"),
            details: of(sql`coalesce(${sellerSql(`exemption.${locale}`)}, ${rate})`),
          },
      { term: say(`total.${kind}`), details: money("amount") },
      { term: say("print"), details: of(sql`${address} || number`), link: true },
    ],
  };
}

/** Texts that are there, with commas between them. */
const joined = ([first, ...rest]: SQL[]): SQL =>
  sql.join(
    [sql`coalesce(${first}, '')`, ...rest.map((part) => sql`coalesce(', ' || ${part}, '')`)],
    sql` || `,
  );
