import { asc, eq, gt, max, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { invoices, orders } from "@/db/schema";
import { INVOICE_KINDS } from "@/shared/codes";

/**
 * The register: a copy of every invoice in the bucket, and the highest number. If the database is restored to an
 * earlier time, the bucket still has the later invoices: they are restored with their numbers, and no number is used
 * twice. Buyers are not in the register, only in the database.
 */
const REGISTER = "invoices/";
const LAST_NUMBER_KEY = `${REGISTER}last.json`;
const toFolder = (orderId: string) => `${REGISTER}${orderId}/`;

const lastSchema = z.object({ number: z.int() });
const invoiceSchema = z.object({
  number: z.int(),
  kind: z.enum(INVOICE_KINDS),
  orderId: z.string(),
  amount: z.int(),
  disputedAmount: z.catch(z.int(), 0),
  vatAmount: z.int(),
  vatRate: z.int(),
  currency: z.string(),
  seller: z.unknown(),
  issuedTs: z.int(),
});
type RegisteredInvoice = z.infer<typeof invoiceSchema>;

/** The registered invoices of one order, and the highest number of all orders; 0 without any. */
export type OrderRegister = { last: number; invoices: RegisteredInvoice[] };

export const EMPTY_REGISTER: OrderRegister = { last: 0, invoices: [] };

/** The register of an order. If the bucket can't be read, it is empty: payments do not wait for the bucket. */
export async function readRegister(ctx: Ctx, orderId: string): Promise<OrderRegister> {
  const folder = toFolder(orderId);
  try {
    const [last, names] = await Promise.all([readLast(ctx), ctx.media.listFiles(folder)]);
    const rows = await Promise.all(names.map((name) => ctx.media.readJson(folder + name)));
    return { last, invoices: rows.map((row) => invoiceSchema.parse(row)) };
  } catch (error) {
    ctx.log.error("invoice_register_read_failed", error, { order: orderId });
    return EMPTY_REGISTER;
  }
}

const readLast = async (ctx: Ctx): Promise<number> =>
  z.catch(lastSchema, { number: 0 }).parse(await ctx.media.readJson(LAST_NUMBER_KEY)).number;

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
      { ...invoice, buyer: buyerSql(invoice.orderId) },
      guard,
    ).onConflictDoNothing(),
  );

/** The name and email of an order's buyer as JSON; null if the buyer was erased. */
export const buyerSql = (orderId: string): SQL => sql`(
    select json_object('name', trim(first_name || ' ' || last_name), 'email', email)
    from users where users.id = (select buyer_id from ${orders} where ${orders.id} = ${orderId})
  )`;

/** Copies an order's new invoices to the register. The job `register-invoices` copies those that fail here. */
export async function registerOrderInvoices(ctx: Ctx, orderId: string, known: OrderRegister): Promise<void> {
  const rows = await ctx.db.select().from(invoices).where(eq(invoices.orderId, orderId));
  const numbers = new Set(known.invoices.map(({ number }) => number));
  const missing = rows.filter(({ number }) => !numbers.has(number));
  await copyToRegister(ctx, missing).catch((error) =>
    ctx.log.error("invoice_register_write_failed", error, { order: orderId }),
  );
}

/** Maximum invoices that one run of the job copies. */
const MAX_PER_RUN = 100;

/** Job: copies invoices to the register that are missing after a crash or an outage of the bucket. */
export async function registerInvoices(ctx: Ctx): Promise<void> {
  const last = await readLast(ctx);
  const [newest] = await ctx.db.select({ number: max(invoices.number) }).from(invoices);
  if ((newest?.number ?? 0) <= last) return;
  const missing = await ctx.db
    .select()
    .from(invoices)
    .where(gt(invoices.number, last))
    .orderBy(asc(invoices.number))
    .limit(MAX_PER_RUN);
  await copyToRegister(ctx, missing);
}

async function copyToRegister(ctx: Ctx, rows: (typeof invoices.$inferSelect)[]): Promise<void> {
  for (const { buyer: _, ...row } of rows) {
    await ctx.media.putJson(`${toFolder(row.orderId)}${row.number}.json`, row);
  }
  const newest = Math.max(0, ...rows.map(({ number }) => number));
  if (newest > (await readLast(ctx))) await ctx.media.putJson(LAST_NUMBER_KEY, { number: newest });
}
