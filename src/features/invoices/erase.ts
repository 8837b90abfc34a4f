import { eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { invoices, orders } from "@/db/schema";

/** Removes a buyer from their invoices, which accounting keeps. Runs before the statement that removes them from orders. */
export const eraseInvoiceBuyer = ({ db }: Pick<Ctx, "db">, userId: string): Statement =>
  db
    .update(invoices)
    .set({ buyer: null })
    .where(
      inArray(invoices.orderId, db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId))),
    );
