import type { Ctx } from "@/context";
import type { Refusal } from "@/shared/errors";
import { listUnconfirmedTimes } from "../queries";
import { CONFIRMATION_PERIOD_MS } from "./guest-mail";

/**
 * Maximum unconfirmed enquiries per mailbox. Guests can enter another person's address, so a mailbox that never answers
 * gets mails about at most this many enquiries a week.
 */
const MAX_UNCONFIRMED = 5;

/** How many more unconfirmed enquiries a mailbox may have, and the refusal of further ones. */
export async function checkUnconfirmedLimit(
  ctx: Ctx,
  email: string,
): Promise<{ left: number; refusal: Refusal }> {
  const times = await listUnconfirmedTimes(ctx, email);
  const oldest = times[0] ?? ctx.now;
  const retryAfter = Math.max(1, Math.ceil((oldest + CONFIRMATION_PERIOD_MS - ctx.now) / 1000));
  return {
    left: Math.max(0, MAX_UNCONFIRMED - times.length),
    refusal: { code: "too_many", reason: "too_many_unconfirmed", retryAfter },
  };
}
