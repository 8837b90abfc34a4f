import type { Context } from "hono";
import type { AppEnv } from "@/context";
import type { TaskOrigin } from "@/ui/task-origin";

/** The task that led to the page whose form was sent. Redirects keep it. */
export const readTaskOrigin = (c: Context<AppEnv>): TaskOrigin => ({
  task: c.req.query("task") ?? "",
  run: c.req.query("run") ?? "",
});
