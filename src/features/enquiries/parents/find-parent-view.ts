import { parseUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { type EnquiryView, findEnquiryAsLearner } from "../queries";

/** An enquiry as the parent of its learner sees it; null for an invalid token and after the erasure of a side. */
export async function findParentView(ctx: Ctx, id: string, token: string): Promise<EnquiryView | null> {
  const link = parseUnsubscribeToken(ctx, token);
  if (link?.kind !== "parent_copies" || link.id !== id) return null;
  const enquiry = await findEnquiryAsLearner(ctx, id);
  return enquiry?.hasBothSides && (enquiry.parentEmail ?? enquiry.parentStopKey) ? enquiry : null;
}
