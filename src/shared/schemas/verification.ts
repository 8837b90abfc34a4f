import "./jitless";
import * as z from "zod/mini";
import { VERIFICATION_KINDS, VERIFICATION_REASONS, VERIFICATION_STATES } from "@/shared/codes";
import { CONTACT_DATA_ERROR, hasNoContactData } from "@/shared/contact-data";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { dayField } from "./accounts";
import { contentSchema, timestampSchema } from "./json";
import { MODERATION_TEXT_LENGTH } from "./moderation";

/** Characters of what a document proves, and of its issuer. */
export const VERIFICATION_TEXT_LENGTH = 200;

const line = z
  .string()
  .check(
    z.overwrite(normaliseLine),
    z.maxLength(VERIFICATION_TEXT_LENGTH),
    z.refine(hasNoContactData, CONTACT_DATA_ERROR),
  );
/** The version that the admin read; without it a rejection applies to any version, an approval to the first one. */
const version = z.optional(z.int().check(z.gte(1)));

/** The texts of a teacher's request to check a document. */
export const verificationRequestSchema = z.object({
  kind: z.enum(VERIFICATION_KINDS),
  proves: z._default(line, ""),
});

/** POST /api/verifications: `path` is where the file was uploaded. */
export const verificationCallSchema = z.extend(verificationRequestSchema, {
  files: z.array(z.object({ path: z.string() })).check(z.minLength(1), z.maxLength(DOCUMENT_LIMITS.files)),
});

/** What an admin saw. Only a certificate of integrity may leave `proves` empty. */
export const verificationApprovalSchema = z.object({
  proves: z._default(line, ""),
  issuer: line.check(z.minLength(1)),
  document_date: dayField,
  version,
});

/** Why an admin refuses a document, with an explanation for the teacher. */
export const verificationRejectionSchema = z.object({
  reason: z.enum(VERIFICATION_REASONS),
  text: z.string().check(z.overwrite(normaliseLines), z.minLength(1), z.maxLength(MODERATION_TEXT_LENGTH)),
  version,
});

/** GET /api/admin/verifications */
export const verificationQuerySchema = z.object({
  state: z.optional(z.enum(VERIFICATION_STATES)).check(z.describe("State; `pending` if left out.")),
  after: z.optional(z.string()),
});

/** A request for its teacher. Dates are `YYYY-MM-DD`. */
const verificationJsonSchema = z
  .object({
    _id: z.string(),
    kind: z.enum(VERIFICATION_KINDS),
    proves: z.string(),
    state: z.enum(VERIFICATION_STATES),
    /** Stored files; 0 after the decision. */
    files: z.int(),
    issuer: z.string(),
    document_date: z.nullable(z.string()),
    /** The teacher's name at the check. The badge is shown only while the teacher has this name. */
    checked_name: z.nullable(z.string()),
    checked_date: z.nullable(z.string()),
    reason: z.nullable(z.enum(VERIFICATION_REASONS)),
    text: z.string(),
    created_ts: timestampSchema,
    decided_ts: z.nullable(timestampSchema),
    ends_ts: z.nullable(timestampSchema),
    version: z.int(),
  })
  .register(z.globalRegistry, { id: "Verification" });
export type VerificationJson = z.output<typeof verificationJsonSchema>;

/** A request for admins. */
const adminVerificationJsonSchema = z
  .extend(verificationJsonSchema, {
    user: z.object({ _id: z.string(), first_name: z.string(), last_name: z.string() }),
  })
  .register(z.globalRegistry, { id: "AdminVerification" });
export type AdminVerificationJson = z.output<typeof adminVerificationJsonSchema>;

export const verificationResponseSchema = contentSchema(verificationJsonSchema);
export const verificationListResponseSchema = z.object({
  content: z.array(verificationJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});
export const adminVerificationResponseSchema = contentSchema(adminVerificationJsonSchema);
/** POST /api/admin/verifications/{id}/approve, …/reject. `decision_id` is for the undo. */
export const verificationDecisionResponseSchema = z.extend(adminVerificationResponseSchema, {
  decision_id: z.string().check(z.describe("Id of the decision, for its undo")),
});
export const adminVerificationListResponseSchema = z.object({
  content: z.array(adminVerificationJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});
