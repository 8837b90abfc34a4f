import "./jitless";
import * as z from "zod";
import { listingJsonSchema } from "./listing-json";
import { orderJsonSchema } from "./order-json";
import { postJsonSchema } from "./post-json";
import { problemSchema } from "./problem";
import { testimonialAnswer } from "./testimonial";

/** A whole collection as one document: what it holds, by its id. */
const byId = <S extends z.ZodType>(schema: S) => z.record(z.string(), schema);

export const listingsExportSchema = byId(listingJsonSchema);
export const postsExportSchema = byId(postJsonSchema);
export const testimonialsExportSchema = byId(testimonialAnswer.shape.content);
export const ordersExportSchema = byId(orderJsonSchema);

/** 0 is what the site was delivered with. */
const version = z.int().min(0);

/** A settings document as it holds now. */
export const settingsDocumentSchema = z
  .object({ version, value: z.unknown() })
  .meta({ id: "SettingsDocument" });

/** A settings document as it is written: over the `version` that was read, or over whatever stands there. */
export const writtenDocumentSchema = z.object({ version: version.optional(), value: z.unknown() });

/** A refused settings document; with `datastale` it holds the document as it is by now. */
export const documentConflictSchema = problemSchema
  .extend({ version: version.optional(), value: z.unknown().optional() })
  .meta({ id: "DocumentConflict" });
