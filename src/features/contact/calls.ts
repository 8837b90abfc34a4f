import { contactRequestSchema, contactResponseSchema } from "@/shared/schemas/contact";

/** POST /api/contact in the OpenAPI document. */
export const SEND_CONTACT = {
  tag: "contact",
  auth: ["bearer"],
  anonymous: true,
  idempotent: true,
  body: { schema: contactRequestSchema },
  answers: { 201: { schema: contactResponseSchema } },
  problems: ["unauthenticated", "forbidden", "invalid", "too_many"],
} as const;
