import "./jitless";
import * as z from "zod";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ENQUIRY_STATES } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";
import { emailField, nameField } from "./accounts";

/** Characters of one message. */
export const MESSAGE_LENGTH = 2000;

/** Text of an enquiry's first message and of every answer. */
export const messageSchema = z.object({
  message: z.string().overwrite(normaliseLines).min(1).max(MESSAGE_LENGTH),
});

/** An enquiry without an account: the first name that the teacher sees, and the address for answers. */
export const guestEnquirySchema = messageSchema.extend({ name: nameField, email: emailField });
export type GuestEnquiryInput = z.output<typeof guestEnquirySchema>;

/** The app check's token, for callers without an account. */
const appCheck = z.string().optional();

/** POST /api/listings/{id}/enquiries: guests give name and address. */
export const enquiryRequestSchema = messageSchema.extend({
  name: guestEnquirySchema.shape.name.optional(),
  email: guestEnquirySchema.shape.email.optional(),
  [APP_CHECK_FIELD]: appCheck,
});

/** POST /api/listings/{id}/phone. */
export const revealPhoneRequestSchema = z.object({ [APP_CHECK_FIELD]: appCheck });

/** How the teacher files an enquiry. `new` and `answered` both mean open; the messages decide which of them applies. */
export const enquiryStateSchema = z.object({ state: z.enum(ENQUIRY_STATES) });
