import { testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import { createUser } from "../../../helpers/factories";
import type { CallContext } from "./call-context";
import { exceedLimit, UNKNOWN_ID } from "./requests";
import type { Calls } from "./test-calls";

const ALL = paths.apiTestimonials();
const TEXTS = {
  text: "Am găsit un profesor bun în două zile.",
  name: "Ioana P.",
  role: "mamă a doi copii, Cluj",
};
const TESTIMONIAL = { ...TEXTS, consent: true };

async function createTestimonial({ app }: CallContext, state: "pending" | "published" = "pending") {
  const id = newId();
  await db.insert(testimonials).values({
    ...TEXTS,
    id,
    userId: (await createUser(app)).id,
    locale: "ro",
    consentTs: app.clock.now,
    state,
    createdTs: app.clock.now,
  });
  return id;
}

export const TESTIMONIALS: Calls = {
  "GET /api/testimonials": {
    request: { path: ALL },
    200: [
      async (context) => {
        await createTestimonial(context, "published");
        return {};
      },
      { path: `${ALL}?after=spoiled` },
    ],
  },
  "POST /api/testimonials": {
    request: { path: ALL, json: TESTIMONIAL, by: "learner" },
    201: {},
    422: [{ json: { ...TESTIMONIAL, consent: false } }, { json: { ...TESTIMONIAL, text: "Scurt." } }],
    429: exceedLimit,
  },
  "PATCH /api/testimonials/{id}": {
    request: async (context) => ({
      path: paths.apiTestimonial(await createTestimonial(context)),
      json: { state: "published" },
      by: "admin",
    }),
    200: ["published", "rejected", "pending"].map((state) => ({ json: { state } })),
    403: { by: "learner" },
    404: [{ path: paths.apiTestimonial(UNKNOWN_ID) }, { path: paths.apiTestimonial("nope") }],
    422: { json: { state: "deleted" } },
  },
};
