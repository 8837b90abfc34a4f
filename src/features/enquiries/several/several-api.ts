import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { severalEnquiriesRequestSchema, severalEnquiriesResponseSchema } from "@/shared/schemas/enquiry";
import type { EnquiryResult } from "../sending/send-guest-enquiries";
import { sendSeveralEnquiries } from "./send-several-enquiries";

/** One message to several teachers as JSON. */
export const severalApi = new Hono<AppEnv>();

declareCall(severalApi, {
  method: "POST",
  path: paths.apiEnquiries(),
  tag: "enquiries",
  summary: "Write to several teachers",
  description:
    "Sends one message to the teachers of up to five listings, each as a conversation of its own that counts toward the limits of a single message. A listing that refuses does not affect the others: the response has a result for each. Guests also send `name` and `email`, and confirm all conversations by one emailed link; the call reads no cookies, so an address confirmed before needs a link again.",
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
  async handler({ c, ctx, rawBody: { listing_ids: listingIds, message, name, email, ...rest } }) {
    const appCheck = rest[APP_CHECK_FIELD];
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
    return c.json({ content: getOrThrow(sent).results.map(serializeResult) }, ctx.user ? 201 : 202);
  },
});

const serializeResult = ({ listingId, result }: EnquiryResult) =>
  result.ok
    ? { listing_id: listingId, status: "sent", _id: result.value.id }
    : {
        listing_id: listingId,
        status: "refused",
        reason: result.refusal.reason ?? result.refusal.code,
      };
