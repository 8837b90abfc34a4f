import { type Context, Hono } from "hono";
import * as z from "zod";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { isCrossSite } from "@/http/csrf";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, mediaType, readJson, readOptionalJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  enquiryRequestSchema,
  enquiryStateSchema,
  messageSchema,
  revealPhoneRequestSchema,
} from "@/shared/schemas/enquiry";
import {
  enquiryListSchema,
  messageJsonSchema,
  pendingEnquirySchema,
  revealedPhoneSchema,
  threadJsonSchema,
} from "@/shared/schemas/enquiry-json";
import { contentSchema } from "@/shared/schemas/user-json";
import { adoptGuestEnquiries } from "./guests/adopt-guest-enquiries";
import { revealPhone } from "./phone/reveal-phone";
import { findOwnEnquiry, listMessages } from "./queries";
import { sendEnquiry } from "./sending/send-enquiry";
import { sendGuestEnquiry } from "./sending/send-guest-enquiry";
import { BOXES, chooseBox, listInbox } from "./threads/inbox";
import { markRead } from "./threads/mark-read";
import { sendMessage } from "./threads/send-message";
import { serializeEnquiry, serializeThread } from "./threads/serialize-enquiry";
import { setEnquiryState } from "./threads/set-enquiry-state";

/** The API descriptions of the calls, used as `describeRoute(SEND_ENQUIRY)`. */

const ID = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const THREAD = { schema: contentSchema(threadJsonSchema) };

export const SEND_ENQUIRY = {
  tag: "enquiries",
  auth: BEARER,
  anonymous: true,
  idempotent: true,
  parameters: [ID],
  body: { schema: enquiryRequestSchema },
  responses: { 201: THREAD, 202: { schema: pendingEnquirySchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid", "too_many"],
} as const;

export const REVEAL_PHONE = {
  tag: "enquiries",
  auth: BEARER,
  anonymous: true,
  idempotent: true,
  parameters: [ID],
  body: { schema: revealPhoneRequestSchema, required: false },
  responses: { 200: { schema: revealedPhoneSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "too_many"],
} as const;

export const LIST_ENQUIRIES = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [
    { name: "box", in: "query", schema: z.enum(BOXES).optional() },
    { name: "after", in: "query", schema: z.string().optional() },
  ],
  responses: { 200: { schema: enquiryListSchema } },
  problems: ["unauthenticated"],
} as const;

export const GET_ENQUIRY = {
  tag: "enquiries",
  auth: BEARER,
  parameters: [ID],
  responses: { 200: THREAD },
  problems: ["unauthenticated", "not_found"],
} as const;

export const SEND_MESSAGE = {
  tag: "enquiries",
  auth: BEARER,
  idempotent: true,
  parameters: [ID],
  body: { schema: messageSchema },
  responses: { 201: { schema: contentSchema(messageJsonSchema) } },
  problems: ["unauthenticated", "not_found", "conflict", "invalid", "too_many"],
} as const;

export const FILE_ENQUIRY = {
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
    const sent = await sendEnquiry(ctx, id, { message });
    return sent.ok ? threadAnswer(c, sent.value.id, 201) : problem(c, sent.refusal);
  }
  const sent = await sendGuestEnquiry(ctx, id, { message, name, email, appCheck: appCheckOf(body) });
  if (!sent.ok) return problem(c, sent.refusal);
  return answer(c, { content: { _id: sent.value.id, listing_id: id, confirmed: false } }, 202);
});

enquiriesApi.post(paths.apiListingPhone(":id"), describeRoute(REVEAL_PHONE), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  // A browser sends a POST without a content type for another site without a preflight. Such a site could use up a
  // visitor's daily limit, so only JSON (which needs a preflight) or a bearer token passes from there.
  if (!ctx.user && mediaType(c) === null && isCrossSite(c)) {
    throw new Refused({ code: "forbidden", reason: "cross_site" });
  }
  const body = await readOptionalJson(c);
  const revealed = await revealPhone(ctx, id, { appCheck: appCheckOf(body) });
  if (!revealed.ok) return problem(c, revealed.refusal);
  return answer(c, { content: { phone_number: revealed.value.phone } });
});

enquiriesApi.get(paths.apiEnquiries(), describeRoute(LIST_ENQUIRIES), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const box = chooseBox(user, c.req.query("box"));
  await adoptGuestEnquiries(ctx, user);
  const { rows, next } = await listInbox(ctx, user, { box, after: c.req.query("after") });
  return answer(c, { content: rows.map((row) => serializeEnquiry(box, row)), next });
});

enquiriesApi.get(paths.apiEnquiry(":id"), describeRoute(GET_ENQUIRY), (c) => threadAnswer(c, idParam(c)));

enquiriesApi.patch(paths.apiEnquiry(":id"), describeRoute(FILE_ENQUIRY), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const { state } = await readJson(c);
  const filed = await setEnquiryState(ctx, id, { state });
  return filed.ok ? threadAnswer(c, id) : problem(c, filed.refusal);
});

enquiriesApi.post(paths.apiEnquiryMessages(":id"), describeRoute(SEND_MESSAGE), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const user = requireUser(ctx);
  const { message } = await readJson(c);
  const sent = await sendMessage(ctx, id, { message });
  if (!sent.ok) return problem(c, sent.refusal);
  const [enquiry, messages] = await Promise.all([findOwnEnquiry(ctx, user, id), listMessages(ctx, id)]);
  const written =
    enquiry && serializeThread(enquiry, messages).messages.find(({ _id }) => _id === sent.value.id);
  if (!written) throw new Refused({ code: "not_found" });
  return answer(c, { content: written }, 201);
});

/** The conversation as the visitor sees it, who has read it now. */
async function threadAnswer(c: C, id: string, status: 200 | 201 = 200): Promise<Response> {
  const { ctx } = c.var;
  const [enquiry, messages] = await Promise.all([
    findOwnEnquiry(ctx, requireUser(ctx), id),
    listMessages(ctx, id),
  ]);
  if (!enquiry) throw new Refused({ code: "not_found" });
  await markRead(ctx, enquiry);
  return answer(c, { content: serializeThread(enquiry, messages) }, status);
}

const appCheckOf = (body: Record<string, unknown>): string => {
  const token = body[APP_CHECK_FIELD];
  return typeof token === "string" ? token : "";
};

const answer = (c: C, body: object, status: 200 | 201 | 202 = 200): Response =>
  c.json(body, status, { "cache-control": "no-store" });
