import "./jitless";
import * as z from "zod";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ENQUIRY_STATES } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";
import { emailField, nameField } from "./accounts";

/** Characters of one message. */
export const MESSAGE_LENGTH = 2000;

/** What somebody writes: the first words of an enquiry, and every answer in it. */
export const messageSchema = z.object({
  message: z.string().overwrite(normaliseLines).min(1).max(MESSAGE_LENGTH),
});

/** An enquiry of somebody without an account: the first name that the teacher will see, and where the answer goes. */
export const guestEnquirySchema = messageSchema.extend({ name: nameField, email: emailField });
export type GuestEnquiryInput = z.output<typeof guestEnquirySchema>;

/** The app check's token, of callers without an account. */
const appCheck = z.string().optional();

/** POST /api/listings/{id}/enquiries: guests say who they are, accounts are known. */
export const enquiryCall = messageSchema.extend({
  name: guestEnquirySchema.shape.name.optional(),
  email: guestEnquirySchema.shape.email.optional(),
  [APP_CHECK_FIELD]: appCheck,
});

/** POST /api/listings/{id}/phone. */
export const phoneCall = z.object({ [APP_CHECK_FIELD]: appCheck });

/** How the teacher files an enquiry. `new` and `answered` both mean open: which of them it is follows from the answers. */
export const enquiryStateSchema = z.object({ state: z.enum(ENQUIRY_STATES) });
