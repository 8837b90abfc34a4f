import { type Context, Hono } from "hono";
import { requireAdmin, requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { describeRoute } from "@/http/describe-route";
import { idempotent } from "@/http/idempotency";
import { idParam, readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { DECIDE_TESTIMONIAL, LIST_TESTIMONIALS, SUBMIT_TESTIMONIAL } from "./calls";
import { decideTestimonial } from "./decide-testimonial";
import { findPublishedTestimonials, type Testimonial } from "./queries";
import { serializeTestimonial } from "./serialize-testimonial";
import { submitTestimonial } from "./submit-testimonial";

/** Testimonials as JSON: read the published ones, submit and withdraw the visitor's own, decide as an admin. */
export const testimonialsApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

testimonialsApi.get(paths.apiTestimonials(), describeRoute(LIST_TESTIMONIALS), async (c) => {
  const { rows, next } = await findPublishedTestimonials(c.var.ctx, { after: c.req.query("after") });
  c.header("cache-control", "no-store");
  return c.json({ content: rows.map(serializeTestimonial), next });
});

testimonialsApi.post(paths.apiTestimonials(), describeRoute(SUBMIT_TESTIMONIAL), idempotent, async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const { text, name, role, consent } = await readJson(c);
  return answer(c, await submitTestimonial(ctx, { text, name, role, consent }), 201);
});

testimonialsApi.patch(paths.apiTestimonial(":id"), describeRoute(DECIDE_TESTIMONIAL), async (c) => {
  const { ctx } = c.var;
  requireAdmin(ctx);
  const id = idParam(c);
  const { state } = await readJson(c);
  return answer(c, await decideTestimonial(ctx, id, { state }), 200);
});

function answer(c: C, result: Result<Testimonial>, status: 200 | 201): Response {
  if (!result.ok) return problem(c, result.refusal);
  c.header("cache-control", "no-store");
  return c.json({ content: serializeTestimonial(result.value) }, status);
}
