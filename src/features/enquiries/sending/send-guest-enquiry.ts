import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import { type GuestInput, sendGuestEnquiries } from "./send-guest-enquiries";

/** `sendGuestEnquiries` for one listing: returns or refuses its result. */
export async function sendGuestEnquiry(
  ctx: Ctx,
  listingId: string,
  input: GuestInput,
): Promise<Result<{ id: string; email: string }>> {
  const sent = await sendGuestEnquiries(ctx, [listingId], input);
  if (!sent.ok) return sent;
  const [first] = sent.value.results;
  if (!first) return refuse("not_found");
  return first.result.ok ? ok({ id: first.result.value.id, email: sent.value.email }) : first.result;
}
