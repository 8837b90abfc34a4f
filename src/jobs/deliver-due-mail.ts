import type { Ctx } from "@/context";
import type { Bindings } from "@/env";
import { deliverMail } from "@/features/mail";

/**
 * Delivers mail that is due. When more is due than one run delivers, a queue message continues: the cron alone would
 * deliver 50 mails in five minutes.
 */
export async function deliverDueMail(ctx: Ctx, { MAIL_QUEUE }: Pick<Bindings, "MAIL_QUEUE">): Promise<void> {
  if ((await deliverMail(ctx)) === 0) await MAIL_QUEUE.send({ wake: "outbox" });
}
