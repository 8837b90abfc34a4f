import { createMiddleware } from "hono/factory";
import type { AppEnv } from "@/context";
import { MAINTENANCE_REFUSAL } from "@/db/refuse-writes";
import { refusalResponse } from "./errors";

const READS = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses all writes during maintenance, before anything is read. Reads get a database that refuses writes
 * (`refuseWrites`), because some of them write too.
 */
export const maintenance = createMiddleware<AppEnv>(async function maintenance(c, next) {
  const { config } = c.get("ctx");
  return !config.MAINTENANCE || READS.includes(c.req.method)
    ? next()
    : refusalResponse(c, MAINTENANCE_REFUSAL);
});
