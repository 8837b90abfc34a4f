import { and, eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { mailOutbox } from "@/db/schema";

/** Whether a mail to an address about one thing was written, sent or not yet. `about` by `auditSubject`. */
export async function hasMailTo({ db }: Pick<Ctx, "db">, recipient: string, about: string): Promise<boolean> {
  const found = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.about, about), eq(mailOutbox.recipient, recipient)))
    .limit(1);
  return found.length > 0;
}
