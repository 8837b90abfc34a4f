import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries, messages } from "@/db/schema";
import { UNCONFIRMED_MS } from "./limits";

/** Deletes guest enquiries left unconfirmed for a week. Only the guest ever saw them. */
export async function sweepUnconfirmed(ctx: Ctx): Promise<void> {
  // Spelt out, so that the index of what waits for its guest serves it: `enquiries_unconfirmed`.
  const over = sql`guest_email is not null and confirmed_ts is null and created_ts <= ${ctx.now - UNCONFIRMED_MS}`;
  await ctx.commit([
    ctx.db.run(sql`delete from ${messages} where enquiry_id in (select id from ${enquiries} where ${over})`),
    ctx.db.run(sql`delete from ${enquiries} where ${over}`),
  ]);
}
