import { eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { orders, papers } from "@/db/schema";

/** Takes a person out of their papers, which stay for the books; it stands before whatever takes them out of orders. */
export const erasePapersOf = ({ db }: Pick<Ctx, "db">, userId: string): Statement =>
  db
    .update(papers)
    .set({ buyer: null })
    .where(
      inArray(papers.orderId, db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId))),
    );
