import type { Ctx } from "@/context";
import { serializeListing } from "@/features/listings";
import { toTimestampJson } from "@/shared/format";
import type {
  AdminRequestJson,
  AnsweredRequestJson,
  OwnAnswerJson,
  OwnRequestJson,
  TeacherRequestJson,
} from "@/shared/schemas/request";
import type { AnsweredRequest, ComparedAnswer, LearnerRequest } from "./queries";

const serializeFields = (request: LearnerRequest) => ({
  _id: request.id,
  state: request.state,
  subject: request.subject,
  level: request.level,
  county: request.county,
  online: request.online,
  availability: request.availability,
  max_price: request.maxPrice,
  learner: {
    who: request.learnerWho,
    ...(request.learnerGrade === null ? {} : { grade: request.learnerGrade }),
  },
  text: request.text,
  created_ts: toTimestampJson(request.createdTs),
  opened_ts: toTimestampJson(request.openedTs),
  closed_ts: toTimestampJson(request.closedTs),
  close_reason: request.closeReason,
  answer_count: request.answerCount,
});

/** For a teacher whom it fits, without its author. `enquiryId`: the teacher's answer. */
export const serializeTeacherRequest = (
  request: LearnerRequest,
  enquiryId: string | null,
): TeacherRequestJson => ({ ...serializeFields(request), enquiry_id: enquiryId });

/** For a teacher who answered it: what the line of the page says. */
export function serializeOwnAnswer({
  request,
  enquiryId,
  createdTs,
  status,
}: AnsweredRequest): OwnAnswerJson {
  const { text: _text, max_price: _maxPrice, ...fields } = serializeFields(request);
  return { ...fields, enquiry_id: enquiryId, answered_ts: toTimestampJson(createdTs), status };
}

/** For its author. */
export const serializeOwnRequest = (request: LearnerRequest): OwnRequestJson => ({
  ...serializeFields(request),
  rejection: request.reason && { reason: request.reason, text: request.reasonText },
  version: request.version,
});

/** For its author, with the answers. */
export const serializeAnsweredRequest = (
  { now }: Ctx,
  request: LearnerRequest,
  answers: readonly ComparedAnswer[],
): AnsweredRequestJson => ({
  ...serializeOwnRequest(request),
  answers: answers.map(({ enquiryId, teacher, message, createdTs, status, listing }) => ({
    enquiry_id: enquiryId,
    teacher,
    message,
    created_ts: toTimestampJson(createdTs),
    status,
    listing: listing && serializeListing(listing, now),
  })),
});

export const serializeAdminRequest = (request: LearnerRequest): AdminRequestJson => ({
  ...serializeOwnRequest(request),
  user_id: request.userId,
  hold_rule: request.holdRule,
});
