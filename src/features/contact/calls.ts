import { contactAnswer, contactCall } from "@/shared/schemas/contact";

/** POST /api/contact in the OpenAPI document. */
export const SEND_CONTACT = {
  tag: "contact",
  auth: ["bearer"],
  anonymous: true,
  idempotent: true,
  body: { schema: contactCall },
  answers: { 201: { schema: contactAnswer } },
  problems: ["unauthenticated", "forbidden", "invalid", "too_many"],
} as const;
