import "./jitless";
import * as z from "zod";
import { ENQUIRY_STATES, SIDES } from "@/shared/codes";
import { timestampSchema } from "./timestamp";
import { contentSchema } from "./user-json";

const AUTHORS = ["you", "other"] as const;

/** A message as JSON for one of its two sides. */
export const messageJsonSchema = z
  .object({
    _id: z.string(),
    author: z.enum(AUTHORS),
    text: z.string(),
    created_ts: timestampSchema,
  })
  .meta({ id: "Message" });

/** An enquiry as JSON for one of its two sides, without contact data of the other. */
const enquirySchema = z.object({
  _id: z.string(),
  side: z.enum(SIDES),
  /** Null for a learner until it is answered: only the teacher sees how they filed it. */
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

/** In a list: with an excerpt of the newest message, null if none is left. */
export const enquiryJsonSchema = enquirySchema
  .extend({ last_message: z.object({ author: z.enum(AUTHORS), excerpt: z.string() }).nullable() })
  .meta({ id: "Enquiry" });

/** With its messages, oldest first. */
export const threadJsonSchema = enquirySchema
  .extend({ messages: z.array(messageJsonSchema) })
  .meta({ id: "EnquiryThread" });

/** A guest's enquiry that waits for confirmation by the mailed link. */
export const pendingEnquirySchema = contentSchema(
  z.object({ _id: z.string(), listing_id: z.string(), confirmed: z.literal(false) }),
);

export const enquiryListSchema = z.object({
  content: z.array(enquiryJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.string().nullable(),
});

/** E.164 */
export const revealedPhoneSchema = contentSchema(z.object({ phone_number: z.string() }));

export type EnquiryJson = z.output<typeof enquiryJsonSchema>;
export type ThreadJson = z.output<typeof threadJsonSchema>;
export type MessageJson = z.output<typeof messageJsonSchema>;
