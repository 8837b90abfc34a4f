import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { invoices } from "@/db/schema";
import { addDays, type Period, startOfDay } from "@/shared/dates";

/** Invoice totals of a period, in bani: received, refunded, and the VAT of the difference. */
export async function getInvoiceTotals(ctx: Ctx, { from, to }: Period) {
  requireAdmin(ctx);
  // A note that was reversed gave nothing.
  return ctx.db.get<{ invoices: number; taken: number; given: number; vat: number }>(sql`
    select count(*) as invoices,
      coalesce(sum(iif(kind = 'receipt', amount, 0)), 0) as taken,
      coalesce(sum(case kind when 'credit_note' then amount when 'credit_reversal' then -amount else 0 end), 0)
        as given,
      coalesce(sum(iif(kind = 'credit_note', -vat_amount, vat_amount)), 0) as vat
    from ${invoices}
    where issued_ts >= ${startOfDay(from)} and issued_ts < ${startOfDay(addDays(to, 1))}`);
}

export type Sums = Awaited<ReturnType<typeof getInvoiceTotals>>;
