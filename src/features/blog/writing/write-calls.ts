import * as z from "zod";
import { categorySchema, createPostRequestSchema, updatePostRequestSchema } from "@/shared/schemas/post";
import { categoryJsonSchema, postJsonSchema } from "@/shared/schemas/post-json";
import { contentSchema } from "@/shared/schemas/user-json";

/** Descriptions of the calls that write the blog: `describeRoute(CREATE_POST)`. */

const ID = { name: "id", in: "path" } as const;
const BEARER = ["bearer"] as const;
const POST = { schema: contentSchema(postJsonSchema) };
const CATEGORY = { schema: contentSchema(categoryJsonSchema) };

export const CREATE_POST = {
  tag: "posts",
  auth: BEARER,
  idempotent: true,
  body: { schema: createPostRequestSchema },
  responses: { 201: POST },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

export const UPDATE_POST = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID],
  body: { schema: updatePostRequestSchema },
  responses: { 200: POST },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;

export const DELETE_POST = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID, { name: "version", in: "query", schema: z.int().min(1).optional() }],
  responses: { 204: {} },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;

export const CREATE_CATEGORY = {
  tag: "posts",
  auth: BEARER,
  idempotent: true,
  body: { schema: categorySchema },
  responses: { 201: CATEGORY },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

export const UPDATE_CATEGORY = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID],
  body: { schema: categorySchema },
  responses: { 200: CATEGORY },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

export const DELETE_CATEGORY = {
  tag: "posts",
  auth: BEARER,
  parameters: [ID],
  responses: { 204: {} },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict"],
} as const;
