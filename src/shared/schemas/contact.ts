import "./jitless";
import * as z from "zod/mini";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { emailField, nameField } from "./accounts";
import { contentSchema, timestampSchema } from "./json";

/** Characters of a message to the operator. */
export const CONTACT_LENGTH = { min: 10, max: 4000 } as const;
export const CONTACT_SUBJECT_LENGTH = 120;

/** A visitor's message to the operator. */
export const contactSchema = z.object({
  name: nameField,
  email: emailField,
  subject: z.string().check(z.overwrite(normaliseLine), z.minLength(1), z.maxLength(CONTACT_SUBJECT_LENGTH)),
  message: z
    .string()
    .check(z.overwrite(normaliseLines), z.minLength(CONTACT_LENGTH.min), z.maxLength(CONTACT_LENGTH.max)),
});
export type ContactInput = z.output<typeof contactSchema>;

/** POST /api/contact */
export const contactRequestSchema = z.extend(contactSchema, { [APP_CHECK_FIELD]: z.optional(z.string()) });

/** Longest reply (characters) of an admin. */
export const CONTACT_REPLY_LENGTH = 4000;

/** POST /api/admin/contact/{id}/reply */
export const contactReplySchema = z.object({
  text: z.string().check(z.overwrite(normaliseLines), z.minLength(1), z.maxLength(CONTACT_REPLY_LENGTH)),
});

/** The answer to the sender. */
export const contactResponseSchema = contentSchema(
  z
    .object({
      _id: z.string(),
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
      created_ts: timestampSchema,
    })
    .register(z.globalRegistry, { id: "ContactMessage" }),
);
