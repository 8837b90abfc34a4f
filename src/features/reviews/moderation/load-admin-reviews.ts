import { inArray } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reviews } from "@/db/schema";
import type { AdminReviewJson } from "@/shared/schemas/review";
import { listReviewReports } from "./find-review-details";
import { serializeAdminReview } from "./serialize-admin-review";

/** Reviews with their reports, in the order of the ids. */
export async function loadAdminReviews(ctx: Ctx, ids: readonly string[]): Promise<AdminReviewJson[]> {
  const [rows, reports] = await Promise.all([
    ctx.db.select().from(reviews).where(inArray(reviews.id, ids)),
    listReviewReports(ctx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const own = reports.flatMap(({ report }) => (report.reviewId === id ? [report] : []));
    return row ? [serializeAdminReview(row, own)] : [];
  });
}
