import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { getOrThrow } from "@/shared/errors";
import { toTimestampJson } from "@/shared/format";
import { paths } from "@/shared/paths";
import { contactRequestSchema, contactResponseSchema } from "@/shared/schemas/contact";
import { sendContactMessage } from "./send-contact-message";

export const contactApi = new Hono<AppEnv>();

declareCall(contactApi, {
  method: "POST",
  path: paths.apiContact(),
  tag: "contact",
  summary: "Send a message to the operator",
  description:
    "The message is stored and emailed to the operator. The sender receives a copy, at most three per day and address. If the address is not verified and the message has links, email addresses or phone numbers, the copy omits the text. At most ten messages per hour and IP address. A repeated message within ten minutes is stored once.",
  fields: {
    name: "Name of the sender",
    email: "Email address for the reply and the copy",
    subject: "Subject",
    message: "Message",
  },
  access: "optional",
  idempotent: true,
  rawBody: contactRequestSchema,
  responses: {
    201: { description: "The stored message.", schema: contactResponseSchema },
    403: "The app check failed (`app_check`).",
  },
  problems: ["too_many"],
  async handler({ ctx, rawBody: { name, email, subject, message, ...rest } }) {
    const token = rest[APP_CHECK_FIELD];
    const appCheck = typeof token === "string" ? token : "";
    const sent = await sendContactMessage(ctx, { name, email, subject, message, appCheck });
    const { id, createdTs, isCopied: _, ...content } = getOrThrow(sent);
    return { content: { _id: id, ...content, created_ts: toTimestampJson(createdTs) } };
  },
});
