import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { isCrossSite } from "@/http/csrf";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { findMediaType, idParam, readJson, readOptionalJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  enquiryListResponseSchema,
  enquiryRequestSchema,
  enquiryStateSchema,
  messageJsonSchema,
  messageSchema,
  pendingEnquiryResponseSchema,
  revealedPhoneResponseSchema,
  revealPhoneRequestSchema,
  threadJsonSchema,
} from "@/shared/schemas/enquiry";
import { contentSchema } from "@/shared/schemas/json";
import { adoptGuestEnquiries } from "./guests/adopt-guest-enquiries";
import { sendGuestLink } from "./guests/send-guest-link";
import { revealPhone } from "./phone/reveal-phone";
import { findOwnEnquiry, listMessages } from "./queries";
import { sendEnquiry } from "./sending/send-enquiry";
import { sendGuestEnquiry } from "./sending/send-guest-enquiry";
import { severalApi } from "./several/several-api";
import { BOXES, chooseBox, listInbox } from "./threads/conversation-list";
import { markRead } from "./threads/mark-read";
import { sendMessage } from "./threads/send-message";
import { serializeEnquiry, serializeThread } from "./threads/serialize-enquiry";
import { setEnquiryState } from "./threads/set-enquiry-state";

/** The API descriptions of the calls, used as `describeRoute(SEND_ENQUIRY)`. */

const ID = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const THREAD = { schema: contentSchema(threadJsonSchema) };

const SEND_ENQUIRY = {
  tag: "enquiries",
  auth: BEARER,
  anonymous: true,
  idempotent: true,
  parameters: [ID],
  body: { schema: enquiryRequestSchema },
  responses: { 201: THREAD, 202: { schema: pendingEnquiryResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid", "too_many"],
} as const;

const REVEAL_PHONE = {
  tag: "enquiries",
  auth: BEARER,
  anonymous: true,
  idempotent: true,
  parameters: [ID],
  body: { schema: revealPhoneRequestSchema, required: false },
  responses: { 200: { schema: revealedPhoneResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "too_many"],
} as const;

const LIST_ENQUIRIES = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [
    { name: "box", in: "query", schema: z.optional(z.enum(BOXES)) },
    { name: "after", in: "query", schema: z.optional(z.string()) },
  ],
  responses: { 200: { schema: enquiryListResponseSchema } },
  problems: ["unauthenticated"],
} as const;

const GET_ENQUIRY = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [ID],
  responses: { 200: THREAD },
  problems: ["unauthenticated", "not_found"],
} as const;

const SEND_MESSAGE = {
  tag: "enquiries",
  auth: BEARER,
  idempotent: true,
  parameters: [ID],
  body: { schema: messageSchema },
  responses: { 201: { schema: contentSchema(messageJsonSchema) } },
  problems: ["unauthenticated", "not_found", "conflict", "invalid", "too_many"],
} as const;

const SEND_GUEST_LINK = {
  tag: "enquiries",
  parameters: [ID],
  responses: { 204: {} },
} as const;

const SET_ENQUIRY_STATE = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [ID],
  body: { schema: enquiryStateSchema },
  responses: { 200: THREAD },
  problems: ["unauthenticated", "not_found", "invalid"],
} as const;

/** Enquiries as JSON for both sides, and the phone number of a teacher. */
export const enquiriesApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

enquiriesApi.post(paths.apiListingEnquiries(":id"), describeRoute(SEND_ENQUIRY), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const { message, name, email, ...body } = await readJson(c);
  if (ctx.user) {
    const result = await sendEnquiry(ctx, id, { message });
    return result.ok ? respondWithThread(c, result.value.id, 201) : problem(c, result.refusal);
  }
  const result = await sendGuestEnquiry(ctx, id, { message, name, email, appCheck: getAppCheckToken(body) });
  if (!result.ok) return problem(c, result.refusal);
  return respond(c, { content: { _id: result.value.id, listing_id: id, confirmed: false } }, 202);
});

enquiriesApi.post(paths.apiListingPhone(":id"), describeRoute(REVEAL_PHONE), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  // A browser sends a POST without a content type for another site without a preflight. Such a site could use up a
  // visitor's daily limit, so only JSON (which needs a preflight) or a bearer token passes from there.
  if (!ctx.user && findMediaType(c) === null && isCrossSite(c)) {
    throw new Refused({ code: "forbidden", reason: "cross_site" });
  }
  const body = await readOptionalJson(c);
  const result = await revealPhone(ctx, id, { appCheck: getAppCheckToken(body) });
  if (!result.ok) return problem(c, result.refusal);
  const { number, whatsapp } = result.value;
  return respond(c, { content: { phone_number: number, whatsapp } });
});

enquiriesApi.route("/", severalApi);

enquiriesApi.get(paths.apiEnquiries(), describeRoute(LIST_ENQUIRIES), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const box = chooseBox(user, c.req.query("box"));
  await adoptGuestEnquiries(ctx, user);
  const { rows, next } = await listInbox(ctx, user, { box, after: c.req.query("after") });
  return respond(c, { content: rows.map((row) => serializeEnquiry(box, row)), next });
});

enquiriesApi.get(paths.apiEnquiry(":id"), describeRoute(GET_ENQUIRY), (c) =>
  respondWithThread(c, idParam(c)),
);

enquiriesApi.patch(paths.apiEnquiry(":id"), describeRoute(SET_ENQUIRY_STATE), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const { state } = await readJson(c);
  const result = await setEnquiryState(ctx, id, { state });
  return result.ok ? respondWithThread(c, id) : problem(c, result.refusal);
});

enquiriesApi.post(paths.apiEnquiryMessages(":id"), describeRoute(SEND_MESSAGE), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const user = requireUser(ctx);
  const { message } = await readJson(c);
  const result = await sendMessage(ctx, id, { message });
  if (!result.ok) return problem(c, result.refusal);
  const [enquiry, messages] = await Promise.all([findOwnEnquiry(ctx, user, id), listMessages(ctx, id)]);
  const content =
    enquiry && serializeThread(enquiry, messages).messages.find(({ _id }) => _id === result.value.id);
  if (!content) throw new Refused({ code: "not_found" });
  return respond(c, { content }, 201);
});

enquiriesApi.post(paths.apiEnquiryLink(":id"), describeRoute(SEND_GUEST_LINK), async (c) => {
  await sendGuestLink(c.var.ctx, idParam(c));
  return c.body(null, 204, { "cache-control": "no-store" });
});

/** Responds with the conversation as the user sees it, and marks it as read. */
async function respondWithThread(c: C, id: string, status: 200 | 201 = 200): Promise<Response> {
  const { ctx } = c.var;
  const [enquiry, messages] = await Promise.all([
    findOwnEnquiry(ctx, requireUser(ctx), id),
    listMessages(ctx, id),
  ]);
  if (!enquiry) throw new Refused({ code: "not_found" });
  await markRead(ctx, enquiry);
  return respond(c, { content: serializeThread(enquiry, messages) }, status);
}

const getAppCheckToken = (body: Record<string, unknown>): string => {
  const token = body[APP_CHECK_FIELD];
  return typeof token === "string" ? token : "";
};

const respond = (c: C, body: object, status: 200 | 201 | 202 = 200): Response =>
  c.json(body, status, { "cache-control": "no-store" });
