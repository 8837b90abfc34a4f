import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv, Ctx, SignedInUser } from "@/context";
import { isCrossSite } from "@/http/csrf";
import { CURSOR, declareCall } from "@/http/declare-call";
import { findMediaType } from "@/http/requests";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  enquiryListResponseSchema,
  enquiryRequestSchema,
  enquiryStateSchema,
  messageJsonSchema,
  nextMessageSchema,
  parentSchema,
  pendingEnquiryResponseSchema,
  revealedPhoneResponseSchema,
  revealPhoneRequestSchema,
  severalEnquiriesRequestSchema,
  severalEnquiriesResponseSchema,
  threadJsonSchema,
} from "@/shared/schemas/enquiry";
import { contentSchema } from "@/shared/schemas/json";
import { setBlock } from "./blocks";
import { adoptGuestEnquiries } from "./guests/adopt-guest-enquiries";
import { sendGuestLink } from "./guests/send-guest-link";
import { BOXES, chooseBox, listInbox } from "./inbox/conversation-list";
import { serializeEnquiry, serializeThread } from "./inbox/serialize-enquiry";
import { revealPhone } from "./phone/reveal-phone";
import { findOwnEnquiry, listMessages } from "./queries";
import { type EnquiryResult, sendEnquiries, sendEnquiry } from "./sending/send-enquiries";
import { correctParent } from "./threads/correct-parent";
import { markRead } from "./threads/mark-read";
import { sendMessage } from "./threads/send-message";
import { setEnquiryState } from "./threads/set-enquiry-state";

/** Enquiries as JSON for both sides, and the phone number of a teacher. */
export const enquiriesApi = new Hono<AppEnv>();
const threadSchema = contentSchema(threadJsonSchema);

declareCall(enquiriesApi, {
  method: "POST",
  path: paths.apiListingEnquiries(":id"),
  tag: "enquiries",
  summary: "Write to a teacher",
  description:
    "Signed-in users need a verified email address; the teacher receives the message immediately. Guests also send `name`, `email` and `adult: true`, the statement that they are 18 or older or the parent of the learner; the teacher receives the message after the guest confirms an emailed link, also if the address was confirmed for another message before: this call reads no cookies. At most 5 per hour and 15 per day, for guests by email address. Guests of one IP address together: at most 20 per hour and 60 per day. Contact data, a street or a school in a message of a learner under 18 is held back (422 `contact_data_under_18`) unless `confirm_contact` is true. Such a learner may name a parent (`parent_email`), who gets a copy of each message of the conversation and can stop the copies.",
  fields: { email: "Email address of a guest; not shown to the teacher" },
  access: "optional",
  idempotent: true,
  rawBody: enquiryRequestSchema,
  responses: {
    201: { description: "The new conversation.", schema: threadSchema },
    202: {
      description:
        "The message is stored until the emailed link is confirmed. The response is the same whether or not the email address has an account.",
      schema: pendingEnquiryResponseSchema,
    },
    403: "The listing is the caller’s own (`own_listing`), the email address is not verified (`email_unverified`), or the app check failed (`app_check`).",
    404: "The listing does not exist or is not public.",
  },
  problems: ["too_many"],
  async handler({ c, ctx, user, id, submissionId, rawBody: body }) {
    const input = { ...readInput(body), appCheck: getAppCheckToken(body), submissionId };
    const sent = getOrThrow(await sendEnquiry(ctx, user, id, input));
    if (user) return openThread(ctx, user, sent.id);
    return c.json({ content: { _id: sent.id, listing_id: id, confirmed: false } }, 202);
  },
});

declareCall(enquiriesApi, {
  method: "POST",
  path: paths.apiListingPhone(":id"),
  tag: "enquiries",
  summary: "Reveal the teacher’s phone number",
  description:
    "At most ten per day, by account or by IP address. Each call is recorded. Without a bearer token, a JSON body is required, at least an empty object.",
  access: "optional",
  idempotent: true,
  rawBody: revealPhoneRequestSchema,
  optionalBody: true,
  responses: {
    200: {
      description: "The phone number, and whether the teacher allows messages on WhatsApp.",
      schema: revealedPhoneResponseSchema,
    },
    400: "The body could not be parsed.",
    403: "The app check failed (`app_check`).",
    404: "The listing does not exist or is not public, the teacher has no phone number, or you blocked the teacher.",
  },
  problems: ["too_many"],
  async handler({ c, ctx, user, id, rawBody }) {
    // A browser sends a POST without a content type for another site without a preflight. Such a site could use up a
    // visitor's daily limit, so only JSON (which needs a preflight) or a bearer token passes from there.
    if (!user && findMediaType(c) === null && isCrossSite(c)) {
      throw new Refused({ code: "forbidden", reason: "cross_site" });
    }
    const { number, whatsapp } = getOrThrow(
      await revealPhone(ctx, id, { appCheck: getAppCheckToken(rawBody) }),
    );
    return { content: { phone_number: number, whatsapp } };
  },
});

declareCall(enquiriesApi, {
  method: "POST",
  path: paths.apiEnquiries(),
  tag: "enquiries",
  summary: "Write to several teachers",
  description:
    "Sends one message to the teachers of up to five listings, each as a conversation of its own that counts toward the limits of a single message. A listing that refuses does not affect the others: the response has a result for each. Guests also send `name`, `email` and `adult: true`, the statement that they are 18 or older or the parent of the learner, and confirm all conversations by one emailed link; the call reads no cookies, so an address confirmed before needs a link again. Contact data, a street or a school in a message of a learner under 18 is held back (422 `contact_data_under_18`) unless `confirm_contact` is true. Such a learner may name a parent (`parent_email`), who gets a copy of each message of the conversation and can stop the copies.",
  fields: {
    listing_ids: "IDs of the listings, one to five",
    email: "Email address of a guest; not shown to the teachers",
  },
  access: "optional",
  idempotent: true,
  rawBody: severalEnquiriesRequestSchema,
  responses: {
    201: {
      description: "The results, in the order of the listings.",
      schema: severalEnquiriesResponseSchema,
    },
    202: {
      description: "The results. Messages that were accepted are stored until the emailed link is confirmed.",
      schema: severalEnquiriesResponseSchema,
    },
    403: "The email address is not verified (`email_unverified`), or the app check failed (`app_check`).",
  },
  async handler({ c, ctx, user, submissionId, rawBody: body }) {
    const input = { ...readInput(body), appCheck: getAppCheckToken(body), submissionId };
    const { results } = getOrThrow(await sendEnquiries(ctx, user, body.listing_ids, input));
    return c.json({ content: results.map(serializeResult) }, user ? 201 : 202);
  },
});

declareCall(enquiriesApi, {
  method: "GET",
  path: paths.apiEnquiries(),
  tag: "enquiries",
  summary: "List your conversations",
  description: "Newest first, 20 per page.",
  access: "user",
  rawQuery: {
    box: z
      .optional(z.enum(BOXES))
      .check(
        z.describe(
          "`received`, `waiting` (received, and waiting for an answer) and `spam` for teachers, or `sent`. Users who do not teach have only `sent`.",
        ),
      ),
    after: CURSOR,
  },
  responses: { 200: { description: "A page of conversations.", schema: enquiryListResponseSchema } },
  async handler({ c, ctx, user }) {
    const box = chooseBox(user, c.req.query("box"));
    await adoptGuestEnquiries(ctx, user);
    const { rows, next } = await listInbox(ctx, user, { box, after: c.req.query("after") });
    return { content: rows.map((row) => serializeEnquiry(box, row)), next };
  },
});

declareCall(enquiriesApi, {
  method: "GET",
  path: paths.apiEnquiry(":id"),
  tag: "enquiries",
  summary: "Get a conversation",
  description: "For its participants. Marks the conversation as read.",
  access: "user",
  responses: {
    200: { description: "The conversation with its messages.", schema: threadSchema },
    404: "The conversation does not exist or belongs to other users.",
  },
  handler: ({ ctx, user, id }) => openThread(ctx, user, id),
});

declareCall(enquiriesApi, {
  method: "PATCH",
  path: paths.apiEnquiry(":id"),
  tag: "enquiries",
  summary: "Change the state of a conversation",
  description:
    "For its teacher: `won`, `lost` or `spam`. `new` or `answered` opens it again; which of the two applies depends on whether the teacher has replied. With any state but `new`, the conversation no longer waits for an answer until the learner’s next message.",
  fields: { state: "New state" },
  access: "user",
  rawBody: enquiryStateSchema,
  responses: {
    200: { description: "The updated conversation.", schema: threadSchema },
    404: "The conversation does not exist, or the caller is not its teacher.",
  },
  async handler({ ctx, user, id, rawBody: { state } }) {
    getOrThrow(await setEnquiryState(ctx, id, { state }));
    return openThread(ctx, user, id);
  },
});

declareCall(enquiriesApi, {
  method: "POST",
  path: paths.apiEnquiryMessages(":id"),
  tag: "enquiries",
  summary: "Send a message",
  description:
    "Adds a message and emails the other participant. The teacher’s first message answers the enquiry. Contact data, a street or a school in a message of a learner under 18 is held back (422 `contact_data_under_18`), and so is a teacher’s in a message to such a learner (422 `contact_data_to_under_18`), unless `confirm_contact` is true. A request for a picture of such a learner, or to hide something from parents, is refused (422 `unsafe_to_under_18`) and reported to our team. A learner under 18 may name a parent (`parent_email`) in a conversation without one.",
  access: "user",
  idempotent: true,
  rawBody: nextMessageSchema,
  responses: {
    201: { description: "The message.", schema: contentSchema(messageJsonSchema) },
    404: "The conversation does not exist or belongs to other users.",
    409: "The other participant’s account was deleted (`account_erased`) or is closed (`recipient_closed`), the teacher closed the conversation (`enquiry_closed`), a teacher wrote three times to the author of a request without a reply, or once if the author has closed it (`awaits_reply`), the team has not decided about a refused text of the calling teacher or a report of a danger to a learner under 18 (`awaits_decision`), or the same call is in progress.",
  },
  problems: ["too_many"],
  async handler({ ctx, user, id, submissionId, rawBody }) {
    const { message, confirm_contact: confirmContact, parent_email: parentEmail } = rawBody;
    const sent = getOrThrow(
      await sendMessage(ctx, id, { message, confirmContact, parentEmail, submissionId }),
    );
    const { thread } = await getThread(ctx, user, id);
    const content = thread.messages.find(({ _id }) => _id === sent.id);
    if (!content) throw new Refused({ code: "not_found" });
    return { content };
  },
});

declareCall(enquiriesApi, {
  method: "PUT",
  path: paths.apiEnquiryParent(":id"),
  tag: "enquiries",
  summary: "Correct a parent’s address",
  description:
    "Replaces the address of the parent who gets copies, in all conversations of the learner under 18 that have it. The new address gets the first message of each; the replaced one gets an email that says so.",
  access: "user",
  rawBody: parentSchema,
  responses: {
    204: { description: "The parent is replaced." },
    404: "The conversation does not exist, belongs to other users, or has no parent who gets copies.",
    409: "A danger was reported in a conversation with the present address and the team has not decided (`parent_awaits_decision`).",
  },
  problems: ["too_many"],
  async handler({ ctx, id, rawBody }) {
    getOrThrow(await correctParent(ctx, id, rawBody));
  },
});

declareCall(enquiriesApi, {
  method: "POST",
  path: paths.apiEnquiryBlock(":id"),
  tag: "enquiries",
  summary: "Block the other participant",
  description:
    "Nothing more is delivered from them, in this and in new conversations between the two. They are not told: their calls get the same responses as before. Only the call for a teacher’s phone number then answers 404 to both, as if the teacher had none. A repeated call changes nothing.",
  access: "user",
  responses: {
    204: { description: "The person is blocked." },
    404: "The conversation does not exist or belongs to other users.",
  },
  async handler({ ctx, user, id }) {
    getOrThrow(await setBlock(ctx, await getOwnEnquiry(ctx, user, id), true));
  },
});

declareCall(enquiriesApi, {
  method: "DELETE",
  path: paths.apiEnquiryBlock(":id"),
  tag: "enquiries",
  summary: "Unblock the other participant",
  description: "Messages that were sent during the block are not delivered later.",
  access: "user",
  responses: {
    204: { description: "The person is not blocked." },
    403: "The team stopped the messages of the person, and the caller is under 18 (`stopped_by_team`).",
    404: "The conversation does not exist or belongs to other users.",
  },
  async handler({ ctx, user, id }) {
    getOrThrow(await setBlock(ctx, await getOwnEnquiry(ctx, user, id), false));
  },
});

declareCall(enquiriesApi, {
  method: "POST",
  path: paths.apiEnquiryLink(":id"),
  tag: "enquiries",
  summary: "Email a guest’s link again",
  description:
    "Emails the link of a confirmed conversation to its guest, at most three times per day. The link’s `token` is a parameter of the calls for reviews.",
  access: "public",
  responses: { 204: { description: "The response is the same for every ID." } },
  async handler({ ctx, id }) {
    await sendGuestLink(ctx, id);
  },
});

/** @throws Refused `not_found` */
async function getOwnEnquiry(ctx: Ctx, user: SignedInUser, id: string) {
  const enquiry = await findOwnEnquiry(ctx, user, id);
  if (!enquiry) throw new Refused({ code: "not_found" });
  return enquiry;
}

/** The conversation as the user sees it. @throws Refused `not_found` */
async function getThread(ctx: Ctx, user: SignedInUser, id: string) {
  const enquiry = await getOwnEnquiry(ctx, user, id);
  return { enquiry, thread: serializeThread(enquiry, await listMessages(ctx, enquiry)) };
}

/** The same as JSON, and marks it as read. */
async function openThread(ctx: Ctx, user: SignedInUser, id: string) {
  const { enquiry, thread } = await getThread(ctx, user, id);
  await markRead(ctx, enquiry);
  return { content: thread };
}

/** What was sent, by the names of the use case. */
const readInput = ({ message, learner, name, email, adult, ...rest }: Record<string, unknown>) => ({
  message,
  learner,
  name,
  email,
  adult,
  confirmContact: rest.confirm_contact,
  parentEmail: rest.parent_email,
});

const getAppCheckToken = (body: Record<string, unknown>): string => {
  const token = body[APP_CHECK_FIELD];
  return typeof token === "string" ? token : "";
};

const serializeResult = ({ listingId, result }: EnquiryResult) =>
  result.ok
    ? { listing_id: listingId, status: "sent", _id: result.value.id }
    : {
        listing_id: listingId,
        status: "refused",
        reason: result.refusal.reason ?? result.refusal.code,
      };
