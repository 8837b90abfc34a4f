import type { Ctx } from "@/context";
import { ok, type Result, refuse } from "@/shared/errors";
import { type GuestInput, sendGuestEnquiries } from "./send-guest-enquiries";

/** `sendGuestEnquiries` for one listing: returns or refuses its result. */
export async function sendGuestEnquiry(
  ctx: Ctx,
  listingId: string,
  input: GuestInput,
): Promise<Result<{ id: string; email: string; isConfirmed: boolean }>> {
  const sent = await sendGuestEnquiries(ctx, [listingId], input);
  if (!sent.ok) return sent;
  const [first] = sent.value.results;
  if (!first) return refuse("not_found");
  const { email, isConfirmed } = sent.value;
  return first.result.ok ? ok({ id: first.result.value.id, email, isConfirmed }) : first.result;
}
