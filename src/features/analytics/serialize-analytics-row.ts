import type * as z from "zod";
import type { DayCounts } from "@/db/statistics-days";
import { type analyticsRowSchema, STATISTICS_FIELDS, type StatisticsField } from "@/shared/schemas/analytics";

export const serializeAnalyticsRow = ({
  listingId,
  day,
  counts,
}: DayCounts): z.output<typeof analyticsRowSchema> => ({
  listing_id: listingId,
  day,
  ...(Object.fromEntries(STATISTICS_FIELDS.map((name, place) => [name, counts[place] ?? 0])) as Record<
    StatisticsField,
    number
  >),
});
