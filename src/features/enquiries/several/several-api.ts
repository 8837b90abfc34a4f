import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { paths } from "@/shared/paths";
import { severalEnquiriesRequestSchema, severalEnquiriesResponseSchema } from "@/shared/schemas/enquiry";
import type { EnquiryResult } from "../sending/send-guest-enquiries";
import { sendSeveralEnquiries } from "./send-several-enquiries";

const SEND_SEVERAL = {
  tag: "enquiries",
  auth: ["bearer"],
  anonymous: true,
  idempotent: true,
  body: { schema: severalEnquiriesRequestSchema },
  responses: {
    201: { schema: severalEnquiriesResponseSchema },
    202: { schema: severalEnquiriesResponseSchema },
  },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

/** One message to several teachers as JSON. */
export const severalApi = new Hono<AppEnv>();

severalApi.post(paths.apiEnquiries(), describeRoute(SEND_SEVERAL), idempotent, async (c) => {
  const { ctx } = c.var;
  const { listing_ids: listingIds, message, name, email, ...body } = await readJson(c);
  const appCheck = body[APP_CHECK_FIELD];
  const key = c.req.header("idempotency-key");
  const sent = await sendSeveralEnquiries(ctx, {
    listingIds,
    message,
    name,
    email,
    appCheck: typeof appCheck === "string" ? appCheck : "",
    // A worker that ended before it stored the response may have sent some: a retry sends the others.
    submissionId: key === undefined ? undefined : JSON.stringify([key, message]),
  });
  if (!sent.ok) return problem(c, sent.refusal);
  return c.json({ content: sent.value.results.map(serializeResult) }, ctx.user ? 201 : 202, {
    "cache-control": "no-store",
  });
});

const serializeResult = ({ listingId, result }: EnquiryResult) =>
  result.ok
    ? { listing_id: listingId, status: "sent", _id: result.value.id }
    : {
        listing_id: listingId,
        status: "refused",
        reason: result.refusal.reason ?? result.refusal.code,
      };
