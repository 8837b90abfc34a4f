import type { Ctx } from "@/context";
import { deliverMail } from "@/features/mail";

export type Job = {
  name: string;
  /** One of the crons in wrangler.toml. */
  cron: string;
  run(ctx: Ctx): Promise<unknown>;
};

const EVERY_FIVE_MINUTES = "*/5 * * * *";

/** Everything that happens by the clock. Each job is one call into a feature. */
export const SCHEDULE: readonly Job[] = [
  { name: "deliver-mail", cron: EVERY_FIVE_MINUTES, run: deliverMail },
];
