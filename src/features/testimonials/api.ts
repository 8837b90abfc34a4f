import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { CURSOR, declareCall } from "@/http/declare-call";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import {
  testimonialListResponseSchema,
  testimonialResponseSchema,
  testimonialSchema,
  testimonialStateSchema,
} from "@/shared/schemas/testimonial";
import { decideTestimonial } from "./decide-testimonial";
import { listPublishedTestimonials } from "./queries";
import { serializeTestimonial } from "./serialize-testimonial";
import { submitTestimonial } from "./submit-testimonial";

/** Testimonials as JSON: list the published ones, submit one, and decide about one as an admin. */
export const testimonialsApi = new Hono<AppEnv>();

declareCall(testimonialsApi, {
  method: "GET",
  path: paths.apiTestimonials(),
  tag: "testimonials",
  summary: "List testimonials",
  description:
    "Published testimonials, the newest first, 12 to a page. An invalid cursor returns the first page.",
  access: "public",
  rawQuery: { after: CURSOR },
  responses: { 200: { description: "A page of testimonials.", schema: testimonialListResponseSchema } },
  async handler({ c, ctx }) {
    const { rows, next } = await listPublishedTestimonials(ctx, { after: c.req.query("after") });
    return { content: rows.map(serializeTestimonial), next };
  },
});

declareCall(testimonialsApi, {
  method: "POST",
  path: paths.apiTestimonials(),
  tag: "testimonials",
  summary: "Submit a testimonial about the site",
  description:
    "It is pending until an admin decides. At most three a day. Links, email addresses and phone numbers are refused, and so is a `consent` that is not `true`. The path sets the language: Romanian with the prefix `/ro`, otherwise English.",
  fields: {
    text: "The text, without links, addresses or phone numbers",
    name: "The author’s name, as it should be shown",
    role: "A description of the author, such as “mother of two, Cluj”",
    consent: "Must be `true`: the text, name and role are public until the author withdraws them",
  },
  access: "user",
  idempotent: true,
  rawBody: testimonialSchema,
  responses: { 201: { description: "The testimonial, pending.", schema: testimonialResponseSchema } },
  problems: ["too_many"],
  async handler({ ctx, submissionId: once, rawBody: { text, name, role, consent } }) {
    const submitted = await submitTestimonial(ctx, { text, name, role, consent, once });
    return { content: serializeTestimonial(getOrThrow(submitted)) };
  },
});

declareCall(testimonialsApi, {
  method: "PATCH",
  path: paths.apiTestimonial(":id"),
  tag: "testimonials",
  summary: "Decide about a testimonial",
  description:
    "`published` shows it. `rejected` refuses or unpublishes it. `pending` returns it to the queue. The author is notified when it is published.",
  fields: { state: "The decision" },
  access: "admin",
  rawBody: testimonialStateSchema,
  responses: { 200: { description: "The testimonial in its new state.", schema: testimonialResponseSchema } },
  async handler({ ctx, id, rawBody: { state } }) {
    return { content: serializeTestimonial(getOrThrow(await decideTestimonial(ctx, id, { state }))) };
  },
});
