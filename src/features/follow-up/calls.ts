import {
  followUpChangeSchema,
  followUpListSchema,
  followUpQuerySchema,
  followUpResponseSchema,
} from "@/shared/schemas/follow-up";

/** The API descriptions of the calls, used as `describeRoute(LIST_FOLLOW_UP)`. */

export const LIST_FOLLOW_UP = {
  tag: "follow-up",
  auth: ["bearer"],
  parameters: (["queue", "owner", "view", "after"] as const).map((name) => ({
    name,
    in: "query" as const,
    schema: followUpQuerySchema.shape[name],
  })),
  answers: { 200: { schema: followUpListSchema } },
  problems: ["unauthenticated", "forbidden", "invalid"],
} as const;

export const NOTE_FOLLOW_UP = {
  tag: "follow-up",
  auth: ["bearer"],
  parameters: [{ name: "key", in: "path" }],
  body: { schema: followUpChangeSchema },
  answers: { 200: { schema: followUpResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "conflict", "invalid"],
} as const;
