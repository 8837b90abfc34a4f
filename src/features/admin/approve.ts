import type { Ctx } from "@/context";
import { approveListing } from "@/features/listings";
import { giveWelcome } from "@/features/promotions";

/** Approves what waits of a listing, like `approveListing`; a teacher's first one brings its gift, behind the answer. */
export async function approveAndWelcome(ctx: Ctx, review: Parameters<typeof approveListing>[1]) {
  const approved = await approveListing(ctx, review);
  if (approved.ok && approved.value.reviewed === "listing") ctx.later(giveWelcome(ctx, approved.value.id));
  return approved;
}
