import { createApp } from "@/app";
import type { Bindings, MailWakeUp } from "@/env";
import { createSharedServices } from "@/http/app-context";
import { runQueue, runSchedule } from "@/jobs";

const shared = createSharedServices();
const app = createApp(Date.now, shared);

export default {
  fetch: app.fetch,
  scheduled: (controller, bindings, execution) => runSchedule(controller.cron, bindings, execution, shared),
  queue: (batch, bindings, execution) => runQueue(batch, bindings, execution, shared),
} satisfies ExportedHandler<Bindings, MailWakeUp>;
