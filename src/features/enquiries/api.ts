import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { problem } from "@/http/answers";
import { described } from "@/http/described";
import { mediaType, readJson, readOptionalJson } from "@/http/forms";
import { idempotent } from "@/http/idempotency";
import { idParam } from "@/http/ids";
import { isCrossSite } from "@/http/same-origin";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { adoptGuestEnquiries } from "./adopt-guest-enquiries";
import { FILE_ENQUIRY, GET_ENQUIRY, LIST_ENQUIRIES, REVEAL_PHONE, SEND_ENQUIRY, SEND_MESSAGE } from "./calls";
import { boxOf, readInbox } from "./inbox";
import { markRead } from "./mark-read";
import { findOwnEnquiry, messagesOf } from "./queries";
import { revealPhone } from "./reveal-phone";
import { sendEnquiry } from "./send-enquiry";
import { sendGuestEnquiry } from "./send-guest-enquiry";
import { sendMessage } from "./send-message";
import { serializeEnquiry, serializeThread } from "./serialize-enquiry";
import { setEnquiryState } from "./set-enquiry-state";

/** Enquiries as JSON for both sides, and the phone number of a teacher. */
export const enquiriesApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

const ID = ":id";

enquiriesApi.post(paths.apiListingEnquiries(ID), described(SEND_ENQUIRY), idempotent, async (c) => {
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

enquiriesApi.post(paths.apiListingPhone(ID), described(REVEAL_PHONE), idempotent, async (c) => {
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

enquiriesApi.get(paths.apiEnquiries(), described(LIST_ENQUIRIES), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const box = boxOf(user, c.req.query("box"));
  await adoptGuestEnquiries(ctx, user);
  const { rows, next } = await readInbox(ctx, user, { box, after: c.req.query("after") });
  return answer(c, { content: rows.map((row) => serializeEnquiry(box, row)), next });
});

enquiriesApi.get(paths.apiEnquiry(ID), described(GET_ENQUIRY), (c) => threadAnswer(c, idParam(c)));

enquiriesApi.patch(paths.apiEnquiry(ID), described(FILE_ENQUIRY), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  requireUser(ctx);
  const { state } = await readJson(c);
  const filed = await setEnquiryState(ctx, id, { state });
  return filed.ok ? threadAnswer(c, id) : problem(c, filed.refusal);
});

enquiriesApi.post(paths.apiEnquiryMessages(ID), described(SEND_MESSAGE), idempotent, async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const user = requireUser(ctx);
  const { message } = await readJson(c);
  const sent = await sendMessage(ctx, id, { message });
  if (!sent.ok) return problem(c, sent.refusal);
  const [enquiry, messages] = await Promise.all([findOwnEnquiry(ctx, user, id), messagesOf(ctx, id)]);
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
    messagesOf(ctx, id),
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
