import * as z from "zod";
import { LOCALES } from "@/shared/i18n/locales";
import { buildFilesSchema, latestBuildSchema, pageTextsSchema } from "@/shared/schemas/build";

/** Descriptions of the calls about builds and texts: `described(GET_LATEST_BUILD)`. */

export const GET_LATEST_BUILD = { tag: "site", answers: { 200: { schema: latestBuildSchema } } } as const;

export const GET_BUILD_FILES = { tag: "site", answers: { 200: { schema: buildFilesSchema } } } as const;

export const GET_TEXTS = {
  tag: "site",
  parameters: [
    { name: "page", in: "path" },
    { name: "locale", in: "path", schema: z.enum(LOCALES) },
    { name: "v", in: "query", schema: z.string().optional() },
  ],
  answers: { 200: { schema: pageTextsSchema, headers: ["ETag"] }, 304: { headers: ["ETag"] } },
  problems: ["not_found"],
} as const;
