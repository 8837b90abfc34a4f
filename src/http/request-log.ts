import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { createLog } from "@/platform/log";
import { newId } from "@/shared/ids";
import { setLate } from "./late-headers";
import { loggedPath } from "./logged-path";

/** Gives each request an id and logs one line after the response: no query, body, e-mail or IP address. */
export const requestLog = createMiddleware<AppEnv>(async function requestLog(c, next) {
  const ray = c.req.header("cf-ray");
  const requestId = ray && /^[\w-]{1,40}$/.test(ray) ? ray : newId();
  c.set("requestId", requestId);
  const started = Date.now();
  await next();
  setLate(c, { "x-request-id": requestId });
  createLog({ request_id: requestId }).info("request", {
    method: c.req.method,
    path: loggedPath(new URL(c.req.url).pathname),
    status: c.res.status,
    ms: Date.now() - started,
  });
});
