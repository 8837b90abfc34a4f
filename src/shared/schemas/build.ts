import * as z from "zod";

/** The site's latest client build. */
export const latestBuildSchema = z.strictObject({
  id: z.string(),
  timestamp: z.int().positive(),
});

/** Paths of a build's files. */
export const buildFilesSchema = z.array(z.string());

/** Deepest nesting of text groups. */
const DEEPEST = 6;
const groupSchema = (deep: number): z.ZodType =>
  z.record(z.string(), deep === 0 ? z.string() : z.union([z.string(), groupSchema(deep - 1)]));

/** The texts of a page in one language, by key, in nested groups. */
export const pageTextsSchema = groupSchema(DEEPEST);
