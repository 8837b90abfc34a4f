import { Hono } from "hono";
import { requireAdmin } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { findEnquiryForReader, listMessages, serializeThread } from "@/features/enquiries";
import { listItems } from "@/features/moderation";
import { declareCall } from "@/http/declare-call";
import { getOrThrow, Refused, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { threadJsonSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { contentSchema } from "@/shared/schemas/json";
import {
  adminRequestListResponseSchema,
  adminRequestResponseSchema,
  adminRequestsQuerySchema,
  editRequestSchema,
  ownRequestResponseSchema,
  readVersionSchema,
  requestAnswerSchema,
  requestApprovalSchema,
  requestListResponseSchema,
  requestRejectionSchema,
  requestResponseSchema,
  requestSchema,
  requestsQuerySchema,
} from "@/shared/schemas/request";
import { answerRequest } from "./answers/answer-request";
import { closeRequest } from "./close-request";
import { createRequest } from "./create/create-request";
import { editRequest } from "./create/edit-request";
import { deleteRequest } from "./delete-request";
import { approveRequest, rejectRequest } from "./moderation/decide-request";
import { REQUESTS } from "./moderation/requests-kind";
import {
  findRequest,
  listAnsweredRequests,
  listAnswers,
  listFittingRequests,
  listOwnRequests,
  listRequests,
} from "./queries";
import {
  serializeAdminRequest,
  serializeAnsweredRequest,
  serializeOwnAnswer,
  serializeOwnRequest,
  serializeTeacherRequest,
} from "./serialize-request";

const REQUEST_FIELDS = {
  level: "A level of the subject",
  county: "County of the lessons, or null for online only",
  online: "Whether lessons may be online; required without a county",
  availability: "Times at which lessons are possible; empty for any",
  max_price: "The most that you pay, in bani an hour, or null",
  learner: "Who the lessons are for",
  text: "At most 300 characters, without contact data and addresses; may be empty",
};

/** Requests as JSON: of their authors, for teachers who fit, and for admins. */
export const requestsApi = new Hono<AppEnv>();

declareCall(requestsApi, {
  method: "GET",
  path: paths.apiRequests(),
  tag: "requests",
  summary: "List requests",
  description:
    "Your own in every state, the newest first. With `for=me` the open requests of others that fit a visible listing of yours: its subject in its county, or online where both offer it, and that you have not answered; the last opened first. With `for=answered` those that you answered and what became of them, without text and maximum. 20 per page. An invalid cursor returns the first page.",
  access: "user",
  query: requestsQuerySchema,
  responses: { 200: { description: "A page of requests.", schema: requestListResponseSchema } },
  async handler({ ctx, user, query: { for: audience, after } }) {
    if (audience === "me") {
      const { rows, next } = await listFittingRequests(ctx, user, { after });
      return { content: rows.map(({ request }) => serializeTeacherRequest(request, null)), next };
    }
    if (audience === "answered") {
      const { rows, next } = await listAnsweredRequests(ctx, user.id, { after });
      return { content: rows.map(serializeOwnAnswer), next };
    }
    const { rows, next } = await listOwnRequests(ctx, user.id, { after });
    return { content: rows.map(serializeOwnRequest), next };
  },
});

declareCall(requestsApi, {
  method: "POST",
  path: paths.apiRequests(),
  tag: "requests",
  summary: "Create a request",
  description:
    "Says what you look for. Teachers who fit are told of it and answer; they do not learn who you are before they do. Your first request waits for an admin (`pending`), and so does one with a banned word, the name of a school, a text about a child, a text that was sent many times, or a subject that you teach; others are `open` at once. It is open until five teachers answered, for 14 days, or until you close it. One that is pending or open for each subject, and three in all.",
  fields: REQUEST_FIELDS,
  access: "user",
  idempotent: true,
  rawBody: requestSchema,
  responses: {
    201: { description: "The request, open or pending.", schema: ownRequestResponseSchema },
    403: "`email_unverified`: confirm your email address first. `under_16`: you are too young.",
    409: "`request_exists`: another one of this subject is pending or open. `too_many_requests`: three are.",
  },
  problems: ["too_many"],
  handler: async ({ ctx, submissionId, rawBody }) => ({
    content: serializeOwnRequest(getOrThrow(await createRequest(ctx, { ...rawBody, once: submissionId }))),
  }),
});

declareCall(requestsApi, {
  method: "GET",
  path: paths.apiRequest(":id"),
  tag: "requests",
  summary: "Get a request",
  description:
    "For its author, with the answers; for admins, with the author; and for teachers whom it fits, with their own answer, while it is open; afterwards for those of them who answered.",
  access: "user",
  responses: {
    200: { description: "The request as the caller may see it.", schema: requestResponseSchema },
    404: "There is no such request, or the caller may not see it.",
  },
  async handler({ ctx, id }) {
    const found = await findRequest(ctx, id);
    if (!found || (found.role === "teacher" && found.isGone)) throw new Refused({ code: "not_found" });
    if (found.role === "teacher") return { content: serializeTeacherRequest(found.request, found.enquiryId) };
    if (found.role === "admin") return { content: serializeAdminRequest(found.request) };
    return { content: serializeAnsweredRequest(ctx, found.request, await listAnswers(ctx, id)) };
  },
});

declareCall(requestsApi, {
  method: "PUT",
  path: paths.apiRequest(":id"),
  tag: "requests",
  summary: "Correct a request",
  description:
    "For its author, while it waits for an admin or after it was rejected. Replaces the whole request: an omitted field gets its default, as in a new one. It waits for an admin then, and a rejected one counts as a new one.",
  fields: { ...REQUEST_FIELDS, version: "The `version` that you read" },
  access: "user",
  rawBody: editRequestSchema,
  responses: {
    200: { description: "The request, pending.", schema: ownRequestResponseSchema },
    403: "Of a rejected one: `email_unverified` or `under_16`, as for a new one.",
    404: "There is no such request, or it is another user’s.",
    409: "`request_decided`: it is open or closed. `datastale`: it changed after `version`. `request_exists`: another one of this subject is pending or open. `too_many_requests`: three are.",
  },
  problems: ["too_many"],
  async handler({ ctx, id, rawBody }) {
    const { version } = getOrThrow(validate(readVersionSchema, rawBody));
    return { content: serializeOwnRequest(getOrThrow(await editRequest(ctx, { id, version }, rawBody))) };
  },
});

declareCall(requestsApi, {
  method: "DELETE",
  path: paths.apiRequest(":id"),
  tag: "requests",
  summary: "Delete a request",
  description:
    "For its author, after it was rejected, or closed while it waited for an admin. Others are erased 90 days after they were closed.",
  access: "user",
  responses: {
    204: { description: "Deleted." },
    404: "There is no such request, or it is another user’s.",
    409: "It waits for an admin, is open, or was open (`request_undeletable`).",
  },
  async handler({ ctx, id }) {
    getOrThrow(await deleteRequest(ctx, id));
  },
});

declareCall(requestsApi, {
  method: "POST",
  path: paths.apiRequestAction(":id", "close"),
  tag: "requests",
  summary: "Close a request",
  description: "For its author. The conversations stay. Closing it again changes nothing.",
  access: "user",
  responses: {
    200: { description: "The closed request.", schema: ownRequestResponseSchema },
    404: "There is no such request, or it is another user’s.",
    409: "It was rejected (`request_closed`).",
  },
  handler: async ({ ctx, id }) => ({ content: serializeOwnRequest(getOrThrow(await closeRequest(ctx, id))) }),
});

declareCall(requestsApi, {
  method: "POST",
  path: paths.apiRequestAction(":id", "answers"),
  tag: "requests",
  summary: "Answer a request",
  description:
    "For teachers whom the request fits, once each, with one of their listings that fit. At least 20 characters without contact data (`short_answer`). Begins a conversation with the author. The fifth answer closes the request. The same text to ten requests is refused (`repeated_answer`). Contact data to a learner under 18 is held back (422 `contact_data_to_under_18`) unless `confirm_contact` is true; a request for a picture of such a learner, or to hide something from parents, is refused (422 `unsafe_to_under_18`).",
  fields: { listing_id: "ID of your listing", message: "Your answer" },
  access: "user",
  idempotent: true,
  rawBody: requestAnswerSchema,
  responses: {
    201: { description: "The conversation.", schema: contentSchema(threadJsonSchema) },
    403: "`email_unverified`: confirm your email address first. `listing_suspended`: a listing of yours is suspended.",
    404: "There is no such request, or it does not fit you.",
    409: "`request_full`: five teachers answered. `request_closed`: it is closed. `request_answered`: you answered it.",
  },
  problems: ["too_many"],
  async handler({ ctx, id, rawBody: { listing_id: listingId, message, confirm_contact: confirmContact } }) {
    const { enquiryId } = getOrThrow(await answerRequest(ctx, id, { listingId, message, confirmContact }));
    const enquiry = await findEnquiryForReader(ctx, enquiryId);
    if (!enquiry) throw new Refused({ code: "not_found" });
    return { content: serializeThread(enquiry, await listMessages(ctx, enquiry)) };
  },
});

declareCall(requestsApi, {
  method: "GET",
  path: paths.apiAdminRequests(),
  tag: "requests",
  summary: "List requests for moderation",
  description:
    "For admins, by state: `pending` ones, the oldest first; others, the newest first. 20 per page.",
  access: "admin",
  query: adminRequestsQuerySchema,
  responses: { 200: { description: "A page of requests.", schema: adminRequestListResponseSchema } },
  async handler({ ctx, query: { state, after } }) {
    const { rows, next } = await listItems(ctx, REQUESTS, state, after);
    const found = await listRequests(
      ctx,
      rows.map(({ id }) => id),
    );
    return { content: found.map(serializeAdminRequest), next };
  },
});

/** What both decisions have in common. */
const DECISION = { method: "POST", tag: "requests", access: "admin" } as const;
const RESPONSES = {
  200: { description: "The request as decided.", schema: adminRequestResponseSchema },
  403: "The caller is not an admin (`admins_only`), or the author (`own_request`).",
  409: "`request_decided`: it is not pending; to reject it, neither pending nor open. `datastale`: it changed after `version`.",
} as const;

declareCall(requestsApi, {
  ...DECISION,
  path: paths.apiAdminRequestAction(":id", "approve"),
  summary: "Open a request",
  description: "Opens a pending request and mails its author. Teachers who fit are told of it.",
  body: requestApprovalSchema,
  optionalBody: true,
  responses: RESPONSES,
  handler: async ({ ctx, id, body }) => getDecided(ctx, await approveRequest(ctx, { id, ...body })),
});

declareCall(requestsApi, {
  ...DECISION,
  path: paths.apiAdminRequestAction(":id", "reject"),
  summary: "Reject a request",
  description:
    "Rejects a pending or open request and mails reason and text to its author, who may correct it. Teachers see an open one no more, also those who answered it; their conversations stay.",
  body: requestRejectionSchema,
  responses: RESPONSES,
  handler: async ({ ctx, id, body: { version, ...input } }) =>
    getDecided(ctx, await rejectRequest(ctx, { id, version }, input)),
});

/** The request as it is after the decision. */
async function getDecided(ctx: Ctx, result: Result<{ id: string }>) {
  requireAdmin(ctx);
  const [found] = await listRequests(ctx, [getOrThrow(result).id]);
  if (!found) throw new Refused({ code: "not_found" });
  return { content: serializeAdminRequest(found) };
}
