import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { requireAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  testimonialListResponseSchema,
  testimonialResponseSchema,
  testimonialSchema,
  testimonialStateSchema,
} from "@/shared/schemas/testimonial";
import { decideTestimonial } from "./decide-testimonial";
import { listPublishedTestimonials, type Testimonial } from "./queries";
import { serializeTestimonial } from "./serialize-testimonial";
import { submitTestimonial } from "./submit-testimonial";

/** Testimonials as JSON: list the published ones, submit one, and decide about one as an admin. */
export const testimonialsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

// The API descriptions of the routes.
const LIST_TESTIMONIALS = {
  tag: "testimonials",
  parameters: [{ name: "after", in: "query", schema: z.optional(z.string()) }],
  responses: { 200: { schema: testimonialListResponseSchema } },
} as const;

const SUBMIT_TESTIMONIAL = {
  tag: "testimonials",
  auth: ["bearer"],
  idempotent: true,
  body: { schema: testimonialSchema },
  responses: { 201: { schema: testimonialResponseSchema } },
  problems: ["unauthenticated", "invalid", "too_many"],
} as const;

const DECIDE_TESTIMONIAL = {
  tag: "testimonials",
  auth: ["bearer"],
  parameters: [{ name: "id", in: "path" }],
  body: { schema: testimonialStateSchema },
  responses: { 200: { schema: testimonialResponseSchema } },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

testimonialsApi.get(paths.apiTestimonials(), describeRoute(LIST_TESTIMONIALS), async (c) => {
  const { rows, next } = await listPublishedTestimonials(c.var.ctx, { after: c.req.query("after") });
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map(serializeTestimonial), next });
});

testimonialsApi.post(paths.apiTestimonials(), describeRoute(SUBMIT_TESTIMONIAL), idempotent, async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const { text, name, role, consent } = await readJson(c);
  return respondWithTestimonial(c, await submitTestimonial(ctx, { text, name, role, consent }), 201);
});

testimonialsApi.patch(paths.apiTestimonial(":id"), describeRoute(DECIDE_TESTIMONIAL), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const { state } = await readJson(c);
  return respondWithTestimonial(c, await decideTestimonial(ctx, id, { state }), 200);
});

function respondWithTestimonial(c: C, result: Result<Testimonial>, status: 200 | 201): Response {
  if (!result.ok) return problem(c, result.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: serializeTestimonial(result.value) }, status);
}
