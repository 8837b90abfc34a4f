import "./jitless";
import * as z from "zod";
import { ENQUIRY_STATES, SIDES } from "@/shared/codes";
import { timestampSchema } from "./timestamp";
import { contentOf } from "./wire-user";

const AUTHORS = ["you", "other"] as const;

/** A message as JSON for one of its two sides. */
export const wireMessageSchema = z
  .object({
    _id: z.string(),
    author: z.enum(AUTHORS),
    text: z.string(),
    created_ts: timestampSchema,
  })
  .meta({ id: "Message" });

/** An enquiry as JSON for one of its two sides: nothing by which to reach the other. */
const enquirySchema = z.object({
  _id: z.string(),
  side: z.enum(SIDES),
  /** Null for a learner until it is answered: how the teacher files it is the teacher's own affair. */
  state: z.enum(ENQUIRY_STATES).nullable(),
  with: z.string(),
  /** Null once the listing was erased with its owner. */
  listing_id: z.string().nullable(),
  listing_title: z.string().nullable(),
  unread: z.boolean(),
  created_ts: timestampSchema,
  answered_ts: timestampSchema.nullable(),
  last_message_ts: timestampSchema,
});

/** In a list: with the beginning of the newest message, null when none is left. */
export const wireEnquirySchema = enquirySchema
  .extend({ last_message: z.object({ author: z.enum(AUTHORS), excerpt: z.string() }).nullable() })
  .meta({ id: "Enquiry" });

/** By itself: with its messages, oldest first. */
export const wireThreadSchema = enquirySchema
  .extend({ messages: z.array(wireMessageSchema) })
  .meta({ id: "EnquiryThread" });

/** A guest's enquiry that waits to be confirmed by the mailed link. */
export const pendingEnquirySchema = contentOf(
  z.object({ _id: z.string(), listing_id: z.string(), confirmed: z.literal(false) }),
);

export const enquiryListSchema = z.object({
  content: z.array(wireEnquirySchema),
  /** Goes into `after`; null on the last page. */
  next: z.string().nullable(),
});

/** E.164 */
export const revealedPhoneSchema = contentOf(z.object({ phone_number: z.string() }));

export type WireEnquiry = z.output<typeof wireEnquirySchema>;
export type WireThread = z.output<typeof wireThreadSchema>;
export type WireMessage = z.output<typeof wireMessageSchema>;
