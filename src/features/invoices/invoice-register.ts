import { asc, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { invoices, orders } from "@/db/schema";
import { INVOICE_KINDS } from "@/shared/codes";
import type { CompleteSeller } from "@/shared/schemas/pricing";
import { formatInvoiceLabel } from "./invoice-label";

/**
 * The register: a copy of every invoice in the bucket, and the highest number of each series. If the database is restored
 * to an earlier time, the bucket still has the later invoices: they are restored with their numbers, and no number is
 * used twice. Buyers are not in the register, only in the database.
 */
const REGISTER = "invoices/";
const LAST_KEY = `${REGISTER}last.json`;
const toFolder = (orderId: string) => `${REGISTER}${orderId}/`;

/** The highest numbers by series, and the last time of issue. */
const lastSchema = z.object({ numbers: z.record(z.string(), z.int()), issuedTs: z.int() });
type Last = z.output<typeof lastSchema>;

const invoiceSchema = z.object({
  series: z.string(),
  number: z.int(),
  kind: z.enum(INVOICE_KINDS),
  reissued: z.boolean(),
  orderId: z.string(),
  amount: z.int(),
  disputedAmount: z.int(),
  transferredAmount: z.int(),
  vatAmount: z.int(),
  vatRate: z.int(),
  currency: z.string(),
  seller: z.custom<CompleteSeller>((seller) => typeof seller === "object" && seller !== null),
  issuedTs: z.int(),
  paidTs: z.int(),
});
type RegisteredInvoice = z.infer<typeof invoiceSchema>;

/** The registered invoices of one order, and the highest numbers of all orders by series. */
export type OrderRegister = Pick<Last, "numbers"> & { invoices: RegisteredInvoice[] };

export const EMPTY_REGISTER: OrderRegister = { numbers: {}, invoices: [] };

/** The register of an order. If the bucket can't be read, it is empty: payments do not wait for the bucket. */
export async function readRegister(ctx: Ctx, orderId: string): Promise<OrderRegister> {
  const folder = toFolder(orderId);
  try {
    const [last, names] = await Promise.all([readLast(ctx), ctx.media.listFiles(folder)]);
    const rows = await Promise.all(names.map((name) => ctx.media.readJson(folder + name)));
    return { numbers: last.numbers, invoices: rows.map((row) => invoiceSchema.parse(row)) };
  } catch (error) {
    ctx.log.error("invoice_register_read_failed", error, { order: orderId });
    return EMPTY_REGISTER;
  }
}

const readLast = async (ctx: Ctx): Promise<Last> =>
  z.catch(lastSchema, { numbers: {}, issuedTs: 0 }).parse(await ctx.media.readJson(LAST_KEY));

/** Statements that restore invoices of an order that are missing in the database, if `guard` holds. */
export const restoreInvoicesStatements = (
  ctx: Pick<Ctx, "db">,
  { invoices: registered }: OrderRegister,
  guard: SQL,
): Statement[] =>
  registered.map((invoice) =>
    insertWhere(
      ctx.db,
      invoices,
      { ...invoice, buyer: sql`(select billing from ${orders} where ${orders.id} = ${invoice.orderId})` },
      guard,
    ).onConflictDoNothing(),
  );

/** Copies an order's new invoices to the register. The job `register-invoices` copies those that fail here. */
export async function registerOrderInvoices(ctx: Ctx, orderId: string, known: OrderRegister): Promise<void> {
  const rows = await ctx.db.select().from(invoices).where(eq(invoices.orderId, orderId));
  const labels = new Set(known.invoices.map(formatInvoiceLabel));
  const missing = rows.filter((row) => !labels.has(formatInvoiceLabel(row)));
  await copyToRegister(ctx, missing).catch((error) =>
    ctx.log.error("invoice_register_write_failed", error, { order: orderId }),
  );
}

/** Maximum invoices that one run of the job copies. */
const MAX_PER_RUN = 100;

/** Job: copies invoices to the register that are missing after a crash or an outage of the bucket. */
export async function registerInvoices(ctx: Ctx): Promise<void> {
  const { series, number, issuedTs } = invoices;
  const newest = await ctx.db
    .select({ series, number })
    .from(invoices)
    .orderBy(desc(issuedTs), desc(series), desc(number))
    .limit(1);
  const last = await readLast(ctx);
  if (!newest.some((row) => isAfter(last, row))) return;
  const rows = await ctx.db
    .select()
    .from(invoices)
    .where(gte(issuedTs, last.issuedTs))
    .orderBy(asc(issuedTs), asc(series), asc(number))
    .limit(MAX_PER_RUN);
  await copyToRegister(
    ctx,
    rows.filter((row) => isAfter(last, row)),
  );
}

const isAfter = ({ numbers }: Last, { series, number }: { series: string; number: number }): boolean =>
  number > (numbers[series] ?? 0);

async function copyToRegister(ctx: Ctx, rows: (typeof invoices.$inferSelect)[]): Promise<void> {
  for (const { buyer: _, ...row } of rows) {
    await ctx.media.putJson(`${toFolder(row.orderId)}${formatInvoiceLabel(row)}.json`, row);
  }
  const last = await readLast(ctx);
  const later = rows.filter((row) => isAfter(last, row));
  for (const { series, number, issuedTs } of later) {
    last.numbers[series] = Math.max(number, last.numbers[series] ?? 0);
    last.issuedTs = Math.max(issuedTs, last.issuedTs);
  }
  if (later.length > 0) await ctx.media.putJson(LAST_KEY, last);
}
