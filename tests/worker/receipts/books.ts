import { asc, eq, type SQL, sql } from "drizzle-orm";
import { orders, papers } from "@/db/schema";
import { paperStatements } from "@/features/receipts";
import { newId } from "@/shared/ids";
import { db, type TestApp } from "../../helpers/app";

type OrderRow = typeof orders.$inferInsert;

/** An order that waits for its payment: 19 lei of which 3.30 are VAT, unless told otherwise. */
export async function makeOrder(app: TestApp, buyer: { id: string } | null, given: Partial<OrderRow> = {}) {
  const [order] = await db
    .insert(orders)
    .values({
      id: newId(),
      buyerId: buyer?.id ?? null,
      package: "top7",
      days: 7,
      placement: "results",
      amount: 1900,
      vatAmount: 330,
      vatRate: 2100,
      state: "open",
      immediateStart: true,
      consentText: "",
      consentTs: app.clock.now,
      createdTs: app.clock.now,
      ...given,
    })
    .returning();
  return order as typeof orders.$inferSelect;
}

/** Brings an order's row to where it is told to be, and writes the papers of that in the same batch, before `after`. */
export async function book(
  app: TestApp,
  id: string,
  set: Partial<OrderRow>,
  made = sql`true`,
  after: readonly SQL[] = [],
) {
  await db.batch([
    db.update(orders).set(set).where(eq(orders.id, id)),
    ...paperStatements({ db, now: app.clock.now }, id, made),
    ...after.map((statement) => db.run(statement)),
  ] as never);
}

export const papersOf = (orderId: string) =>
  db.select().from(papers).where(eq(papers.orderId, orderId)).orderBy(asc(papers.number));
