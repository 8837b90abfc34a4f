import { createApp } from "@/app";
import type { Bindings, MailWakeUp } from "@/env";
import { runQueue, runSchedule } from "@/jobs";

const app = createApp();

export default {
  fetch: app.fetch,
  scheduled: (controller, bindings, execution) => runSchedule(controller.cron, bindings, execution),
  queue: (batch, bindings, execution) => runQueue(batch, bindings, execution),
} satisfies ExportedHandler<Bindings, MailWakeUp>;
