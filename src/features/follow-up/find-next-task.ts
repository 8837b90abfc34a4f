import type { Ctx } from "@/context";
import { LISTINGS, listItems, type PendingListing } from "@/features/moderation";
import { TASK_QUEUES } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { withQuery } from "@/shared/paths/query";
import { formatTimeCursor } from "@/shared/time-cursor";
import { countFailures, countQueueRows, type Failures, sumRowCounts } from "./queues/count-follow-up";
import { formatRowCursor, listFollowUp } from "./queues/list-follow-up";
import { QUEUES } from "./queues/queues";
import type { FollowUpRow } from "./queues/row";
import { toTargetTexts } from "./target-texts";

/** A task of a run. */
type Task = {
  /** Its page by the query that continues the run. */
  toPath(query: Record<string, string>): string;
  cursor: string;
  kind: string;
  details: string;
};

const OPEN = { queue: null, owner: null, view: "open" } as const;

/** Starts the cursor of the listings that the follow-up list does not have yet. */
const LISTINGS_PREFIX = "listings.";

/**
 * The next task of a run after `after`: the rows of the follow-up list in its order, then the listings that wait for less
 * than a day. Null after the last one.
 */
export async function findNextTask(ctx: Ctx, after = ""): Promise<Task | null> {
  if (!after.startsWith(LISTINGS_PREFIX)) {
    const [row] = (await listFollowUp(ctx, OPEN, { after, size: 1 })).rows;
    if (row) return toTask(ctx, row);
  }
  return (await listYoungListings(ctx, after)).tasks[0] ?? null;
}

/** The first open tasks of each part of a run; the number of all, and whether there may be more; and what fails. */
export type OpenTasks = { tasks: Task[]; count: number; isMore: boolean; failures: Failures };

export async function listOpenTasks(ctx: Ctx): Promise<OpenTasks> {
  const [{ rows }, queues, young, failures] = await Promise.all([
    listFollowUp(ctx, OPEN, { after: undefined }),
    countQueueRows(ctx, TASK_QUEUES),
    listYoungListings(ctx, ""),
    countFailures(ctx),
  ]);
  const { n, isMore } = sumRowCounts([...Object.values(queues), young.tasks.length]);
  return {
    tasks: [...rows.map((row) => toTask(ctx, row)), ...young.tasks],
    count: n,
    isMore: isMore || young.hasMore,
    failures,
  };
}

/** A row of the follow-up list as a task of a run. */
export function toTask(ctx: Pick<Ctx, "t" | "now">, row: FollowUpRow): Task {
  const { what, who, about, path } = toTargetTexts(ctx.t, row);
  return {
    toPath: (query) =>
      QUEUES[row.queue].hasDecisions && row.texts
        ? withQuery(path, query)
        : paths.followUpRow(row.key, query),
    cursor: formatRowCursor(ctx, row),
    kind: ctx.t(`follow-up.queues.${row.queue}`),
    details: [what, about, who].filter(Boolean).join(" · "),
  };
}

/** The listings that wait for less than a day, after a cursor. */
async function listYoungListings(ctx: Ctx, after: string): Promise<{ tasks: Task[]; hasMore: boolean }> {
  const start = after.startsWith(LISTINGS_PREFIX)
    ? after.slice(LISTINGS_PREFIX.length)
    : formatTimeCursor({ ts: ctx.now - DAY_MS, id: "z".repeat(16) });
  const { rows, next } = await listItems<PendingListing>(ctx, LISTINGS, "pending", start);
  const tasks = rows
    .filter(({ isSetAside }) => !isSetAside)
    .map(({ id, ts, title, subject }) => ({
      toPath: (query: Record<string, string>) => paths.adminListing(id, query),
      cursor: LISTINGS_PREFIX + formatTimeCursor({ ts, id }),
      kind: ctx.t("moderation.kinds.listings.heading"),
      details: title || ctx.t(`general.subjects.${subject}`),
    }));
  return { tasks, hasMore: next !== null };
}
