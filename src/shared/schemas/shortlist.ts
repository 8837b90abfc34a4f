import "./jitless";
import * as z from "zod/mini";
import { normaliseLines } from "@/shared/text";
import { contentSchema } from "./json";
import { listingJsonSchema } from "./listing-json";

/** Characters of a private note. */
export const SHORTLIST_NOTE_LENGTH = 500;

/** A private note about a saved listing; "" removes it. `version` is the one that the form or the caller saw. */
export const shortlistNoteSchema = z.object({
  note: z.string().check(z.overwrite(normaliseLines), z.maxLength(SHORTLIST_NOTE_LENGTH)),
  version: z.int(),
});

export const shortlistNoteResponseSchema = contentSchema(
  z
    .object({ listing_id: z.string(), note: z.string(), version: z.int() })
    .register(z.globalRegistry, { id: "ShortlistNote" }),
);

/** A saved listing. Without an account, `note` and `version` are null. */
const shortlistEntryJsonSchema = z
  .object({
    listing_id: z.string(),
    note: z.nullable(z.string()),
    version: z.nullable(z.int()),
    /** Null if the listing is no longer public. */
    listing: z.nullable(listingJsonSchema),
  })
  .register(z.globalRegistry, { id: "ShortlistEntry" });

export const shortlistResponseSchema = z.object({
  content: z.array(shortlistEntryJsonSchema),
  next: z.null(),
});

export type ShortlistEntryJson = z.output<typeof shortlistEntryJsonSchema>;
