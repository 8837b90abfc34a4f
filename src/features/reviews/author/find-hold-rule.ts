import type { Ctx } from "@/context";
import { findTextRule } from "@/features/listings";
import type { ReviewHoldRule } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { findTeacherSighting } from "../find-teacher-sighting";

/** The browser and the network that a review is sent from, as keyed hashes. */
export type ReviewSender = { deviceKey: string | null; networkKey: string };

/** The part of a review that its rules read. They never read the rating. */
type RuledReview = { teacherId: string; authorName: string | null; text: string };

/**
 * Why a review waits for an admin; null if no rule applies. Facts that an admin can't see in the text come first.
 * Refuses `forbidden` (`same_browser`) while the teacher is signed in in the sender's browser.
 */
export async function findHoldRule(
  ctx: Ctx,
  { teacherId, authorName, text }: RuledReview,
  sender: ReviewSender,
): Promise<Result<ReviewHoldRule | null>> {
  const [sighting, textRule] = await Promise.all([
    findTeacherSighting(ctx, teacherId, sender),
    findTextRule(ctx, { title: authorName ?? "", description: text }),
  ]);
  if (sighting === "session") return refuse("forbidden", { reason: "same_browser" });
  if (sighting !== null) return ok(sighting === "device" ? "same_device" : "same_network");
  if (textRule === null) return ok(null);
  return ok(textRule === "banned_word" ? "banned_word" : "contact_data");
}
