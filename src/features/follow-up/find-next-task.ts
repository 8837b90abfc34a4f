import type { Ctx } from "@/context";
import { LISTINGS, listItems } from "@/features/moderation";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { formatRowCursor, listFollowUp } from "./queues/list-follow-up";
import { QUEUES } from "./queues/queues";

/** The page of a task by the query that continues the run. */
type TaskPath = (query: Record<string, string>) => string;

/** Starts the cursor of the listings that the follow-up list does not have yet. */
const LISTINGS_PREFIX = "listings.";

/**
 * The next task of a run after `after`: the rows of the follow-up list in its order, then the listings that wait for less
 * than a day. Null after the last one.
 */
export async function findNextTask(
  ctx: Ctx,
  after = "",
): Promise<{ toPath: TaskPath; cursor: string } | null> {
  if (!after.startsWith(LISTINGS_PREFIX)) {
    const filter = { queue: null, owner: null, view: "open" } as const;
    const [row] = (await listFollowUp(ctx, filter, { after, size: 1 })).rows;
    if (row) {
      const { hasDecisions, path } = QUEUES[row.queue];
      const toPath: TaskPath = (query) =>
        hasDecisions && row.texts
          ? `${path(row.id, row.texts)}?${new URLSearchParams(query)}`
          : paths.followUpRow(row.key, query);
      return { toPath, cursor: formatRowCursor(ctx, row) };
    }
  }
  const start = after.startsWith(LISTINGS_PREFIX)
    ? after.slice(LISTINGS_PREFIX.length)
    : formatTimeCursor({ ts: ctx.now - DAY_MS, id: "z".repeat(16) });
  const listing = (await listItems(ctx, LISTINGS, "pending", start)).rows.find(
    ({ isSetAside }) => !isSetAside,
  );
  return listing
    ? {
        toPath: (query) => paths.adminListing(listing.id, query),
        cursor: LISTINGS_PREFIX + formatTimeCursor({ ts: listing.ts, id: listing.id }),
      }
    : null;
}
