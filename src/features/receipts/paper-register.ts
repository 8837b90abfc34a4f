import { asc, eq, gt, max, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { orders, papers } from "@/db/schema";
import { PAPER_KINDS } from "@/shared/codes";

/**
 * The register: a copy of every receipt and credit note in the bucket, and the highest number given. The bucket does not go
 * back when the database is restored to an earlier time, so a lost document comes back with its number, and no
 * number is given to two documents. Buyers are not in the register; the database names them.
 */
const REGISTER = "papers/";
const LAST = `${REGISTER}last.json`;
const folderOf = (orderId: string) => `${REGISTER}${orderId}/`;

const lastSchema = z.object({ number: z.int() });
const paperSchema = z.object({
  number: z.int(),
  kind: z.enum(PAPER_KINDS),
  orderId: z.string(),
  amount: z.int(),
  vatAmount: z.int(),
  vatRate: z.int(),
  currency: z.string(),
  seller: z.unknown(),
  issuedTs: z.int(),
});
type RegisteredPaper = z.infer<typeof paperSchema>;

/** What the register holds of one order, and the highest number of all; 0 for none. */
export type OrderRegister = { last: number; papers: RegisteredPaper[] };

export const EMPTY_REGISTER: OrderRegister = { last: 0, papers: [] };

/** Payments do not wait for the bucket: while it can't be read, numbers follow from the database alone. */
export async function readRegister(ctx: Ctx, orderId: string): Promise<OrderRegister> {
  const folder = folderOf(orderId);
  try {
    const [last, names] = await Promise.all([readLast(ctx), ctx.media.filesBelow(folder)]);
    const rows = await Promise.all(names.map((name) => ctx.media.readJson(folder + name)));
    return { last, papers: rows.map((row) => paperSchema.parse(row)) };
  } catch (error) {
    ctx.log.error("paper_register_unread", error, { order: orderId });
    return EMPTY_REGISTER;
  }
}

const readLast = async (ctx: Ctx): Promise<number> =>
  lastSchema.catch({ number: 0 }).parse(await ctx.media.readJson(LAST)).number;

/** Statements that bring back the documents of an order which the database has lost, if `made` holds. */
export const restorePapers = (
  ctx: Pick<Ctx, "db">,
  { papers: registered }: OrderRegister,
  made: SQL,
): Statement[] =>
  registered.map((paper) =>
    insertWhere(ctx.db, papers, { ...paper, buyer: buyerOf(paper.orderId) }, made).onConflictDoNothing(),
  );

/** Name and e-mail of an order's buyer as JSON, as SQL; null when they were erased. */
export const buyerOf = (orderId: string): SQL => sql`(
    select json_object('name', trim(first_name || ' ' || last_name), 'email', email)
    from users where users.id = (select buyer_id from ${orders} where ${orders.id} = ${orderId})
  )`;

/** Copies an order's new documents to the register. What fails here is copied by the job `register-papers`. */
export async function registerPapersOf(ctx: Ctx, orderId: string, known: OrderRegister): Promise<void> {
  const rows = await ctx.db.select().from(papers).where(eq(papers.orderId, orderId));
  const numbers = new Set(known.papers.map(({ number }) => number));
  const missing = rows.filter(({ number }) => !numbers.has(number));
  await copy(ctx, missing).catch((error) =>
    ctx.log.error("paper_register_unwritten", error, { order: orderId }),
  );
}

/** Documents that a run of the job copies at most. */
const COPIED_A_RUN = 100;

/** Job: copies to the register what a crash or an outage of the bucket left out. */
export async function registerPapers(ctx: Ctx): Promise<void> {
  const last = await readLast(ctx);
  const [newest] = await ctx.db.select({ number: max(papers.number) }).from(papers);
  if ((newest?.number ?? 0) <= last) return;
  const missing = await ctx.db
    .select()
    .from(papers)
    .where(gt(papers.number, last))
    .orderBy(asc(papers.number))
    .limit(COPIED_A_RUN);
  await copy(ctx, missing);
}

async function copy(ctx: Ctx, rows: (typeof papers.$inferSelect)[]): Promise<void> {
  for (const { buyer: _, ...row } of rows) {
    await ctx.media.putJson(`${folderOf(row.orderId)}${row.number}.json`, row);
  }
  const newest = Math.max(0, ...rows.map(({ number }) => number));
  if (newest > (await readLast(ctx))) await ctx.media.putJson(LAST, { number: newest });
}
