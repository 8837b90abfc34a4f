import type { reviews } from "@/db/schema";
import { toTimestampJson } from "@/shared/format";
import type { ReviewJson } from "@/shared/schemas/review";

type SerializedColumn =
  | "id"
  | "teacherId"
  | "listingId"
  | "subject"
  | "level"
  | "rating"
  | "text"
  | "lessons"
  | "authorName"
  | "authorRole"
  | "state"
  | "createdTs"
  | "editedTs"
  | "replyText"
  | "replyCreatedTs"
  | "replyEditedTs";

/** A review as public JSON. */
export function serializeReview(review: Pick<typeof reviews.$inferSelect, SerializedColumn>): ReviewJson {
  const { editedTs, replyCreatedTs, replyEditedTs } = review;
  return {
    _id: review.id,
    teacher_id: review.teacherId,
    listing_id: review.listingId,
    subject: review.subject,
    level: review.level,
    rating: review.rating,
    text: review.text,
    lessons: review.lessons,
    author: { name: review.authorName, role: review.authorRole },
    state: review.state,
    created_ts: toTimestampJson(review.createdTs),
    edited_ts: toTimestampJson(editedTs),
    reply:
      replyCreatedTs === null
        ? null
        : {
            text: review.replyText,
            created_ts: toTimestampJson(replyCreatedTs),
            edited_ts: toTimestampJson(replyEditedTs),
          },
  };
}

/** The objection to a decision about a review or report; null if there is none. */
export const serializeObjection = ({
  objectionTs,
  objectionText,
  objectionDecidedTs,
}: Pick<typeof reviews.$inferSelect, "objectionTs" | "objectionText" | "objectionDecidedTs">) =>
  objectionTs === null
    ? null
    : {
        text: objectionText,
        created_ts: toTimestampJson(objectionTs),
        decided_ts: toTimestampJson(objectionDecidedTs),
      };
