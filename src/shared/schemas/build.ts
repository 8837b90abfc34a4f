import * as z from "zod";

/** Which client build the site is at. */
export const latestBuildSchema = z.strictObject({
  id: z.string(),
  timestamp: z.int().positive(),
});

/** Paths of a build's files. */
export const buildFilesSchema = z.array(z.string());

/** How many groups a text lies in, at most. */
const DEEPEST = 6;
const groupsOf = (deep: number): z.ZodType =>
  z.record(z.string(), deep === 0 ? z.string() : z.union([z.string(), groupsOf(deep - 1)]));

/** The texts of one page in one language: texts by their keys, in groups within groups. */
export const pageTextsSchema = groupsOf(DEEPEST);
