import "./jitless";
import * as z from "zod/mini";
import {
  COUNTY_CODES,
  FORMATS,
  LANGUAGES,
  LEVELS,
  LISTING_LIMIT_NAMES,
  LISTING_STATES,
  LOCATIONS,
  MODERATION_REASONS,
  SESSION_MINUTES,
  SLOTS,
  STATE_REASONS,
  SUBJECTS,
  TRIALS,
  VERIFICATION_KINDS,
} from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { problemSchema, timestampSchema } from "./json";
import { pointSchema } from "./number-schemas";
import { ratingJsonSchema } from "./review";

/** A picture, in the listing's order: `path` as in the storage calls; its bytes are at `/{path}`. Size in pixels. */
const imageJsonSchema = z.object({
  path: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
});

/** A document of the teacher that an admin checked, such as a diploma, with what it proves. Dates are `YYYY-MM-DD`. */
const checkedDocumentJsonSchema = z
  .object({
    kind: z.enum(VERIFICATION_KINDS),
    proves: z.string(),
    document_date: z.string(),
    checked_date: z.string(),
  })
  .register(z.globalRegistry, { id: "CheckedDocument" });
export type CheckedDocumentJson = z.output<typeof checkedDocumentJsonSchema>;

/** The revision of a published listing: waiting for a decision, or rejected with a reason. */
const revisionJsonSchema = z.object({
  title: z.string(),
  description: z.string(),
  submitted_ts: timestampSchema,
  state_reason: z.nullable(z.enum(MODERATION_REASONS)),
  state_reasons: z.array(z.enum(MODERATION_REASONS)),
  state_note: z.string(),
});

/** A listing as JSON for its owner and for admins: every field, with the exact point. */
export const ownListingJsonSchema = z
  .object({
    _id: z.string(),
    owner_id: z.string(),
    /** The path and query of the teacher's picture, null without one, the languages of the lessons, and the reply share. */
    owner: z.object({
      profile_picture_url: z.nullable(z.string()),
      languages: z.array(z.enum(LANGUAGES)),
      /** Null below five enquiries that are older than 48 hours. */
      replies: z.nullable(z.object({ answered: z.int(), of: z.int() })),
    }),
    /** The teacher's rating. */
    rating: ratingJsonSchema,
    title: z.string(),
    description: z.string(),
    /** The language of title and description; null if it is not known. */
    text_language: z.nullable(z.enum(LOCALES)),
    subject: z.enum(SUBJECTS),
    levels: z.array(z.enum(LEVELS)),
    locations: z.array(z.enum(LOCATIONS)),
    online: z.boolean(),
    /** Null only in a draft. */
    county: z.nullable(z.enum(COUNTY_CODES)),
    neighbourhood: z.string(),
    point: z.nullable(pointSchema),
    /** Bani for one session and for an hour. Null only in a draft. */
    price: z.nullable(z.int()),
    session_minutes: z.literal(SESSION_MINUTES),
    price_per_hour: z.nullable(z.int()),
    currency: z.literal("RON"),
    /** Times of the week at which lessons are possible: a day (1 Monday to 7 Sunday) and a part of it, such as `1e`. */
    availability: z.array(z.enum(SLOTS)),
    formats: z.array(z.enum(FORMATS)),
    trial: z.enum(TRIALS),
    receipt: z.boolean(),
    parent_present: z.boolean(),
    images: z.array(imageJsonSchema),
    checked: z.array(checkedDocumentJsonSchema),
    state: z.enum([...LISTING_STATES, "expired"]),
    /** The main reason of the rejection, suspension or pause (`unanswered`), and all of them; null and empty without one. */
    state_reason: z.nullable(z.enum(STATE_REASONS)),
    state_reasons: z.array(z.enum(STATE_REASONS)),
    state_note: z.string(),
    proposed: z.nullable(revisionJsonSchema),
    created_ts: timestampSchema,
    updated_ts: timestampSchema,
    submitted_ts: z.nullable(timestampSchema),
    published_ts: z.nullable(timestampSchema),
    renewed_ts: z.nullable(timestampSchema),
    expires_ts: z.nullable(timestampSchema),
    version: z.int(),
  })
  .register(z.globalRegistry, { id: "OwnListing" });

/** The public JSON of a listing: with the rounded point, without review data. */
export const listingJsonSchema = z
  .omit(ownListingJsonSchema, {
    state_reason: true,
    state_reasons: true,
    state_note: true,
    proposed: true,
    updated_ts: true,
    submitted_ts: true,
  })
  .register(z.globalRegistry, { id: "Listing" });

export type OwnListingJson = z.output<typeof ownListingJsonSchema>;
export type ListingJson = z.output<typeof listingJsonSchema>;

/**
 * The answer after saving a listing. `withheld` says why a submitted listing stays a draft: the owner's e-mail address
 * is not verified yet.
 */
export const savedListingResponseSchema = z.object({
  content: ownListingJsonSchema,
  withheld: z.optional(z.literal("email_unverified")),
});

/** A refused change of a listing. With `datastale` it contains the current listing, with `limit_reached` the limit. */
export const listingConflictSchema = z
  .extend(problemSchema, {
    content: z.optional(ownListingJsonSchema),
    limit: z.optional(z.enum(LISTING_LIMIT_NAMES)),
  })
  .register(z.globalRegistry, { id: "ListingConflict" });
