import "./jitless";
import * as z from "zod/mini";
import { problemSchema } from "./json";
import { listingJsonSchema } from "./listing-json";
import { orderJsonSchema } from "./order";
import { postJsonSchema } from "./post-json";
import { testimonialResponseSchema } from "./testimonial";

/** A whole collection as one object, keyed by id. */
const byId = <S extends z.ZodMiniType>(schema: S) => z.record(z.string(), schema);

export const listingsExportSchema = byId(listingJsonSchema);
export const postsExportSchema = byId(postJsonSchema);
export const testimonialsExportSchema = byId(testimonialResponseSchema.shape.content);
export const ordersExportSchema = byId(orderJsonSchema);

/** 0 is the default document. */
const version = z.int().check(z.gte(0));

/** A settings document with its version. */
export const settingsDocumentSchema = z
  .object({ version, value: z.unknown() })
  .register(z.globalRegistry, { id: "SettingsDocument" });

/** A settings document to write: over the `version` that was read, or over any version if none is given. */
export const documentInputSchema = z.object({ version: z.optional(version), value: z.unknown() });

/** A refused settings document; with `datastale` it contains the current document. */
export const documentConflictSchema = z
  .extend(problemSchema, { version: z.optional(version), value: z.optional(z.unknown()) })
  .register(z.globalRegistry, { id: "DocumentConflict" });
