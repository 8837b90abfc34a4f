import { addShareSource } from "@/db/statistics";
import type { Bindings } from "@/env";
import { createLog } from "@/platform/log";
import { newId } from "@/shared/ids";
import type { Clock, SharedServices } from "./app-context";
import { toCacheKey } from "./page-cache";
import { allowPrefetchCaching, isPrefetch } from "./prefetch";
import { getRequestId, logRequest } from "./request-log";
import { countsViews } from "./user-agent";

type Execution = Pick<ExecutionContext, "waitUntil">;

/**
 * Responds to anonymous visitors with a page that was rendered within the last second; null if there is none. Runs
 * before routing and all middleware, which would take most of the time. So it also does their work: the request's id,
 * the log, the statistics and the caching of prefetched pages.
 */
export const respondFromCache = (shared: SharedServices, clock: Clock) =>
  function respondFromCache(request: Request, bindings: Bindings, execution?: Execution): Response | null {
    const key = toCacheKey(request);
    const now = clock();
    const page = key === null ? null : shared.pages.find(key, now);
    if (!page) return null;
    const response = new Response(page.bytes, { headers: page.headers });
    const requestId = getRequestId(request);
    response.headers.set("x-request-id", requestId);
    if (isPrefetch(request.headers)) {
      allowPrefetchCaching(request, response);
    } else if (page.statisticsEvents?.length && countsViews(request.headers.get("user-agent"))) {
      const { db, config } = shared.bind(bindings);
      const log = createLog({ request_id: requestId });
      const events = config.MAINTENANCE ? [] : addShareSource(page.statisticsEvents, request.url);
      const storing = shared.statistics.add(events, { db, log, now, newId });
      if (storing) execution?.waitUntil(storing);
    }
    logRequest(request, { requestId, status: 200, ms: 0 });
    return response;
  };
