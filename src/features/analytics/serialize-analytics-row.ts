import type * as z from "zod";
import type { DayCounts } from "@/db/statistics-days";
import { type analyticsRowSchema, COUNTED, type Counted } from "@/shared/schemas/analytics";

export const serializeAnalyticsRow = ({
  listingId,
  day,
  counts,
}: DayCounts): z.output<typeof analyticsRowSchema> => ({
  listing_id: listingId,
  day,
  ...(Object.fromEntries(COUNTED.map((name, place) => [name, counts[place] ?? 0])) as Record<
    Counted,
    number
  >),
});
