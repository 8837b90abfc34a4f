import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { serializeTimestamp } from "@/shared/format";
import { paths } from "@/shared/paths";
import { SEND_CONTACT } from "./calls";
import { sendContact } from "./send-contact";

export const contactApi = new Hono<AppEnv>();

contactApi.post(paths.apiContact(), describeRoute(SEND_CONTACT), idempotent, async (c) => {
  const { name, email, subject, message, ...body } = await readJson(c);
  const token = body[APP_CHECK_FIELD];
  const appCheck = typeof token === "string" ? token : "";
  const sent = await sendContact(c.var.ctx, { name, email, subject, message, appCheck });
  if (!sent.ok) return problem(c, sent.refusal);
  const { id, createdTs, copied, ...kept } = sent.value;
  c.header("cache-control", "no-store");
  return c.json({ content: { _id: id, ...kept, created_ts: serializeTimestamp(createdTs) } }, 201);
});
