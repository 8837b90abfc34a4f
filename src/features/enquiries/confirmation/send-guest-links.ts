import { and, desc, eq, isNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { guestAddressSchema, MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { parseLinkTokens } from "../guests/link-tokens";
import { sendConversationsLink } from "../guests/send-guest-link";
import { findPendingEnquiries, listSenderTokens } from "./pending-enquiries";
import { mailConfirmation } from "./resend-confirmation";

/**
 * Mails the links to a guest's messages: to the newest conversations, and to confirm the form that was sent last. The
 * result is the same for every address, and past the limits of such mails. Refuses `invalid` and `forbidden`
 * (`app_check`).
 */
export async function sendGuestLinks(
  ctx: Ctx,
  { appCheck, ...input }: { email: string; appCheck: string },
): Promise<Result<null>> {
  const checked = validate(guestAddressSchema, input);
  if (!checked.ok) return checked;
  if (!(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log)))
    return refuse("forbidden", { reason: "app_check" });
  const { email } = checked.value;
  await sendConversationsLink(ctx, eq(enquiries.guestEmail, email));
  const waiting = await ctx.db
    .select({ id: enquiries.id, createdTs: enquiries.createdTs })
    .from(enquiries)
    .where(and(eq(enquiries.guestEmail, email), isNull(enquiries.confirmedTs)))
    .orderBy(desc(enquiries.createdTs))
    .limit(MAX_RECIPIENTS);
  const last = waiting.filter(({ createdTs }) => createdTs === waiting[0]?.createdTs);
  const pending = await findPendingEnquiries(ctx, parseLinkTokens(listSenderTokens(ctx, last)));
  if (pending.length > 0) await mailConfirmation(ctx, pending, email);
  return ok(null);
}
