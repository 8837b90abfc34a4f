import type { Ctx } from "@/context";
import type { OwnReview } from "./find-review-context";

/** What a write of the author that makes an open objection pointless sets on the review. */
export const settleObjection = (
  { now }: Ctx,
  { objectionTs, objectionDecidedTs }: OwnReview,
): Pick<OwnReview, "objectionDecidedTs"> => ({
  objectionDecidedTs: objectionTs === null ? null : (objectionDecidedTs ?? now),
});
