import "./jitless";
import * as z from "zod/mini";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ENQUIRY_STATES, LEARNERS, SIDES } from "@/shared/codes";
import { isByPupil } from "@/shared/identifying-text";
import { normaliseLines } from "@/shared/text";
import { emailField, nameField } from "./accounts";
import { contentSchema, timestampSchema } from "./json";
import { learnerSchema } from "./learner";

/** Characters of one message. */
export const MESSAGE_LENGTH = 2000;
/** A shorter answer (characters) does not count in the reply share, and does not answer a request. */
export const FULL_ANSWER_LENGTH = 20;

/** Text of an enquiry's first message and of every answer. */
export const messageSchema = z.object({
  message: z.string().check(z.overwrite(normaliseLines), z.minLength(1), z.maxLength(MESSAGE_LENGTH)),
  /** Sends contact data, which is held back in the messages of and to a learner under 18. */
  confirm_contact: z.optional(z.boolean()),
});

/** A message in a conversation. */
export const nextMessageSchema = z.extend(messageSchema, {
  /** The parent of a learner under 18, who gets copies. */
  parent_email: z.optional(emailField),
});

/** Another address for the parent who gets copies. */
export const parentSchema = z.object({ parent_email: emailField });

/** The first message of an enquiry, with an account. */
const firstMessageSchema = z.extend(nextMessageSchema, { learner: z.optional(learnerSchema) });
export type FirstMessage = z.output<typeof firstMessageSchema>;

/**
 * An enquiry without an account: the first name that the teacher sees, the address for answers, and the statement that the
 * sender is 18 or older, or the parent, which the message must not contradict.
 */
export const guestEnquirySchema = z.extend(firstMessageSchema, {
  message: messageSchema.shape.message.check(
    z.refine((text) => !isByPupil(text), { error: "writer_under_age" }),
  ),
  name: nameField,
  email: emailField,
  adult: z.literal(true, { error: "adult_required" }),
});
/** The address of a guest alone, to correct it. */
export const guestAddressSchema = z.object({ email: emailField });
export type GuestEnquiryInput = z.output<typeof guestEnquirySchema>;

/** The app check's token, for callers without an account. */
const appCheck = z.optional(z.string());

/** POST /api/listings/{id}/enquiries: guests give name and address. */
export const enquiryRequestSchema = z.extend(firstMessageSchema, {
  name: z.optional(guestEnquirySchema.shape.name),
  email: z.optional(guestEnquirySchema.shape.email),
  adult: z.optional(z.boolean()),
  [APP_CHECK_FIELD]: appCheck,
});

/** Most teachers that one message goes to. */
export const MAX_RECIPIENTS = 5;

/** Listings whose teachers get the same message; one given twice counts once. */
const recipientsField = z.array(z.string()).check(
  z.overwrite((ids) => [...new Set(ids)]),
  z.minLength(1, { error: "recipients_required" }),
  z.maxLength(MAX_RECIPIENTS),
);

/** One message to several teachers, with an account. */
export const severalEnquiriesSchema = z.extend(firstMessageSchema, { listing_ids: recipientsField });
/** One message to several teachers, without an account. */
export const severalGuestEnquiriesSchema = z.extend(guestEnquirySchema, { listing_ids: recipientsField });

/** POST /api/enquiries: guests give name and address. */
export const severalEnquiriesRequestSchema = z.extend(enquiryRequestSchema, { listing_ids: recipientsField });

/** What became of the message for each listing. */
export const severalEnquiriesResponseSchema = contentSchema(
  z.array(
    z
      .object({
        listing_id: z.string(),
        status: z.enum(["sent", "refused"]),
        _id: z.optional(z.string()),
        reason: z.optional(z.string()),
      })
      .register(z.globalRegistry, { id: "EnquiryResult" }),
  ),
);

/** POST /api/listings/{id}/phone. */
export const revealPhoneRequestSchema = z.object({ [APP_CHECK_FIELD]: appCheck });

/** The state that the teacher sets. `new` and `answered` both mean open; the messages decide which of them applies. */
export const enquiryStateSchema = z.object({ state: z.enum(ENQUIRY_STATES) });

const AUTHORS = ["you", "other"] as const;

/** A message as JSON for one of its two sides. */
export const messageJsonSchema = z
  .object({
    _id: z.string(),
    author: z.enum(AUTHORS),
    text: z.string(),
    created_ts: timestampSchema,
  })
  .register(z.globalRegistry, { id: "Message" });

/** An enquiry as JSON for one of its two sides, without contact data of the other. */
const enquirySchema = z.object({
  _id: z.string(),
  side: z.enum(SIDES),
  /** Null for a learner until it is answered: only the teacher sees the state that they set. */
  state: z.nullable(z.enum(ENQUIRY_STATES)),
  with: z.string(),
  /** Null once the listing was erased with its owner. */
  listing_id: z.nullable(z.string()),
  listing_title: z.nullable(z.string()),
  unread: z.boolean(),
  created_ts: timestampSchema,
  answered_ts: z.nullable(timestampSchema),
  last_message_ts: timestampSchema,
  /** Null if the sender did not say. */
  learner: z.nullable(z.object({ who: z.enum(LEARNERS), grade: z.optional(z.int()) })),
});

/** In a list: with an excerpt of the newest message, null if none is left. */
const enquiryJsonSchema = z
  .extend(enquirySchema, {
    last_message: z.nullable(z.object({ author: z.enum(AUTHORS), excerpt: z.string() })),
  })
  .register(z.globalRegistry, { id: "Enquiry" });

/** With its messages, oldest first. */
export const threadJsonSchema = z
  .extend(enquirySchema, {
    learner_under_18: z.boolean(),
    /** Whether a parent of the learner gets copies. */
    parent_copies: z.boolean(),
    /** Whether the caller blocked the other side. */
    blocked: z.boolean(),
    messages: z.array(messageJsonSchema),
  })
  .register(z.globalRegistry, { id: "EnquiryThread" });

/** A guest's enquiry that waits for confirmation by the mailed link. */
export const pendingEnquiryResponseSchema = contentSchema(
  z.object({ _id: z.string(), listing_id: z.string(), confirmed: z.literal(false) }),
);

export const enquiryListResponseSchema = z.object({
  content: z.array(enquiryJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});

/** The number in E.164. */
export const revealedPhoneResponseSchema = contentSchema(
  z.object({ phone_number: z.string(), whatsapp: z.boolean() }),
);
export type RevealedPhoneResponse = z.output<typeof revealedPhoneResponseSchema>;

export type EnquiryJson = z.output<typeof enquiryJsonSchema>;
export type ThreadJson = z.output<typeof threadJsonSchema>;
export type MessageJson = z.output<typeof messageJsonSchema>;
