import * as z from "zod/mini";
import { INVITATION_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { normaliseLine } from "@/shared/text";
import { contentSchema, fieldErrorSchema, timestampSchema } from "./json";
import { draftListingSchema, type ListingInput } from "./listing";

/** Columns of an upload, in the order in which pages name them. */
export const INVITATION_COLUMNS = [
  "email",
  "first_name",
  "last_name",
  "locale",
  "phone",
  "subject",
  "levels",
  "county",
  "neighbourhood",
  "online",
  "price",
  "title",
  "description",
] as const;
export type InvitationColumn = (typeof INVITATION_COLUMNS)[number];
/** Columns that a file must have, with a value in each row. */
export const REQUIRED_COLUMNS = ["email", "first_name", "last_name", "subject"] as const;

/** Rows of one upload, and bytes of its text. */
export const UPLOAD_LIMITS = { rows: 500, bytes: 2 * 1024 ** 2 } as const;
export const SOURCE_LENGTH = { min: 10, max: 200 } as const;

/** What an invitation holds of a teacher, besides the address. The phone number is E.164. */
export type InvitationDraft = {
  first_name: string;
  last_name: string;
  phone_number: string | null;
  listing: ListingInput;
};

/** An upload: the text of a CSV file, and where its data come from. */
export const invitationUploadSchema = z.object({
  csv: z.string().check(z.minLength(1)),
  source: z
    .string()
    .check(z.overwrite(normaliseLine), z.minLength(SOURCE_LENGTH.min), z.maxLength(SOURCE_LENGTH.max)),
});

/** POST /api/admin/invitations: an upload; with `dry_run` nobody is invited, otherwise `may_write` is required. */
export const invitationCallSchema = z
  .extend(invitationUploadSchema, {
    may_write: z._default(z.boolean(), false),
    dry_run: z._default(z.boolean(), false),
  })
  .register(z.globalRegistry, {
    anyOf: [
      { properties: { may_write: { const: true } }, required: ["may_write"] },
      { properties: { dry_run: { const: true } }, required: ["dry_run"] },
    ],
  });

const invitationRowSchema = z
  .object({
    row: z.int(),
    email: z.string(),
    problems: z.array(fieldErrorSchema),
    warnings: z.array(fieldErrorSchema),
  })
  .register(z.globalRegistry, { id: "InvitationRow" });

export const invitationUploadResponseSchema = z.object({
  content: z
    .object({
      invited: z.int(),
      rows: z.array(invitationRowSchema),
      unknown_columns: z.array(z.string()),
    })
    .register(z.globalRegistry, { id: "InvitationUpload" }),
});

export const invitationJsonSchema = z
  .object({
    _id: z.string(),
    state: z.enum(INVITATION_STATES),
    /** Null once it ended, like the names. */
    email: z.nullable(z.string()),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
    locale: z.enum(LOCALES),
    created_ts: timestampSchema,
    expires_ts: timestampSchema,
    closed_ts: z.nullable(timestampSchema),
  })
  .register(z.globalRegistry, { id: "Invitation" });
export type InvitationJson = z.output<typeof invitationJsonSchema>;

export const invitationListResponseSchema = z.object({
  content: z.array(invitationJsonSchema),
  next: z.nullable(z.string()),
  counts: z
    .object({ invited: z.int(), claimed: z.int(), refused: z.int(), expired: z.int() })
    .register(z.globalRegistry, { id: "InvitationCounts" }),
});

/** An invitation as its mailed link shows it. */
export const openInvitationResponseSchema = contentSchema(
  z
    .object({
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      phone_number: z.nullable(z.string()),
      listing: draftListingSchema,
      source: z.string(),
      created_ts: timestampSchema,
      expires_ts: timestampSchema,
      has_account: z.boolean(),
    })
    .register(z.globalRegistry, { id: "OpenInvitation" }),
);

export const invitationTokenSchema = z.object({ token: z.string() });

/** The fields of the listing on the page of an invitation. Others have defaults that the teacher changes later. */
export const CLAIM_FIELDS = [
  "levels",
  "title",
  "description",
  "locations",
  "online",
  "county",
  "neighbourhood",
  "price",
] as const satisfies (keyof ListingInput)[];
export type ClaimField = (typeof CLAIM_FIELDS)[number];

const claimedFields = Object.fromEntries(
  CLAIM_FIELDS.map((name) => [name, draftListingSchema.shape[name]]),
) as Pick<typeof draftListingSchema.shape, ClaimField>;

/** POST /api/invitation/claim: what the teacher adds. */
export const invitationClaimSchema = z.object({
  ...invitationTokenSchema.shape,
  password: z.string(),
  birth_date: z.iso.date(),
  phone: z.optional(z.boolean()),
  terms: z.literal(true),
  ...claimedFields,
  submit: z._default(z.boolean(), false),
});

export const claimedInvitationResponseSchema = contentSchema(
  z.object({ listing_id: z.string(), state: z.enum(["draft", "pending"]) }),
);
