import * as z from "zod";
import {
  testimonialListSchema,
  testimonialResponseSchema,
  testimonialSchema,
  testimonialStateSchema,
} from "@/shared/schemas/testimonial";

/** The API descriptions of the calls, used as `describeRoute(LIST_TESTIMONIALS)`. */

export const LIST_TESTIMONIALS = {
  tag: "testimonials",
  parameters: [{ name: "after", in: "query", schema: z.string().optional() }],
  answers: { 200: { schema: testimonialListSchema } },
} as const;

export const SUBMIT_TESTIMONIAL = {
  tag: "testimonials",
  auth: ["bearer"],
  idempotent: true,
  body: { schema: testimonialSchema },
  answers: { 201: { schema: testimonialResponseSchema } },
  problems: ["unauthenticated", "invalid", "too_many"],
} as const;

export const DECIDE_TESTIMONIAL = {
  tag: "testimonials",
  auth: ["bearer"],
  parameters: [{ name: "id", in: "path" }],
  body: { schema: testimonialStateSchema },
  answers: { 200: { schema: testimonialResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;
