import * as z from "zod";
import { contentSchema, ownUserJsonSchema } from "@/shared/schemas/user-json";
import { userChangesSchema, usersQuery } from "@/shared/schemas/users";

/** The API descriptions of the calls, used as `described(LIST_USERS)`. */

export const LIST_USERS = {
  tag: "users",
  auth: ["bearer"],
  parameters: [
    { name: "q", in: "query", schema: z.string().max(200).optional() },
    { name: "role", in: "query", schema: usersQuery.shape.role },
    { name: "disabled", in: "query", schema: z.enum(["true", "false"]).optional() },
    { name: "after", in: "query", schema: usersQuery.shape.after },
  ],
  answers: {
    200: { schema: z.object({ content: z.array(ownUserJsonSchema), next: z.string().nullable() }) },
  },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

export const CHANGE_USER = {
  tag: "users",
  auth: ["bearer"],
  parameters: [{ name: "id", in: "path" }],
  body: { schema: userChangesSchema },
  answers: { 200: { schema: contentSchema(ownUserJsonSchema) } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;
