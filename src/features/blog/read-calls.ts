import * as z from "zod";
import { POST_STATES } from "@/shared/codes";
import { LOCALES } from "@/shared/i18n/locales";
import { categoryPageJsonSchema, postJsonSchema, postPageJsonSchema } from "@/shared/schemas/post-json";
import { contentSchema } from "@/shared/schemas/user-json";

/** Descriptions of the calls that read the blog: `describeRoute(FIND_POSTS)`. */

const LOCALE = { name: "locale", in: "query", schema: z.enum(LOCALES).optional() } as const;
const optional = (name: string) => ({ name, in: "query", schema: z.string().optional() }) as const;
const ANYBODY = { tag: "posts", auth: ["bearer"], anonymous: true } as const;

export const FIND_POSTS = {
  ...ANYBODY,
  parameters: [
    LOCALE,
    optional("category"),
    { name: "state", in: "query", schema: z.enum(POST_STATES).optional() },
    optional("after"),
  ],
  responses: { 200: { schema: postPageJsonSchema } },
  problems: ["unauthenticated", "forbidden"],
} as const;

export const GET_POST = {
  ...ANYBODY,
  parameters: [{ name: "id", in: "path" }, LOCALE],
  responses: { 200: { schema: contentSchema(postJsonSchema) } },
  problems: ["unauthenticated", "not_found"],
} as const;

export const FIND_CATEGORIES = {
  tag: "posts",
  responses: { 200: { schema: categoryPageJsonSchema } },
} as const;
