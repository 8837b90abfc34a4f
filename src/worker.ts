import type { Hono } from "hono";
import type { AppEnv } from "@/context";
import type { Bindings, MailWakeUp } from "@/env";
import { createFirstPagesApp, isFirstPagesRequest } from "@/first-pages";
import { createSharedServices } from "@/http/app-context";

const shared = createSharedServices();
const firstPages = createFirstPagesApp(Date.now, shared);

let app: Hono<AppEnv> | undefined;

/** The whole app. Its code is loaded with the first request that needs it. */
async function loadApp(): Promise<Hono<AppEnv>> {
  const { createApp } = await import("@/app");
  app ??= createApp(Date.now, shared);
  return app;
}

export default {
  async fetch(request, bindings, execution) {
    const target = isFirstPagesRequest(request) ? firstPages : (app ?? (await loadApp()));
    return target.fetch(request, bindings, execution);
  },
  async scheduled(controller, bindings, execution) {
    const { runSchedule } = await import("@/jobs");
    await runSchedule(controller.cron, bindings, execution, shared);
  },
  async queue(batch, bindings, execution) {
    const { runQueue } = await import("@/jobs");
    await runQueue(batch, bindings, execution, shared);
  },
} satisfies ExportedHandler<Bindings, MailWakeUp>;
