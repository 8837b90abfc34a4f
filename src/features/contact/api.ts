import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { toTimestampJson } from "@/shared/format";
import { paths } from "@/shared/paths";
import { contactRequestSchema, contactResponseSchema } from "@/shared/schemas/contact";
import { sendContactMessage } from "./send-contact-message";

/** POST /api/contact in the OpenAPI document. */
const SEND_CONTACT_MESSAGE = {
  tag: "contact",
  auth: ["bearer"],
  anonymous: true,
  idempotent: true,
  body: { schema: contactRequestSchema },
  responses: { 201: { schema: contactResponseSchema } },
  problems: ["unauthenticated", "forbidden", "invalid", "too_many"],
} as const;

export const contactApi = new Hono<AppEnv>();

contactApi.post(paths.apiContact(), describeRoute(SEND_CONTACT_MESSAGE), idempotent, async (c) => {
  const { name, email, subject, message, ...body } = await readJson(c);
  const token = body[APP_CHECK_FIELD];
  const appCheck = typeof token === "string" ? token : "";
  const result = await sendContactMessage(c.var.ctx, { name, email, subject, message, appCheck });
  if (!result.ok) return problem(c, result.refusal);
  const { id, createdTs, isCopied: _, ...content } = result.value;
  c.header("cache-control", "no-store");
  return c.json({ content: { _id: id, ...content, created_ts: toTimestampJson(createdTs) } }, 201);
});
