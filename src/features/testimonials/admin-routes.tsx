import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { TESTIMONIAL_STATES, type TestimonialState } from "@/shared/codes";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { decideTestimonial } from "./decide-testimonial";
import { listTestimonialsInState } from "./queries";
import { TestimonialModerationPage, type TestimonialModerationView } from "./testimonial-moderation-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const testimonialsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const parseState = (value: string | undefined): TestimonialState =>
  TESTIMONIAL_STATES.find((state) => state === value) ?? "pending";

testimonialsAdminRoutes.get(paths.adminTestimonials(), (c) => {
  const done = c.req.query("done") ?? "";
  return renderModerationPage(c, {
    state: parseState(c.req.query("state")),
    after: c.req.query("after"),
    done: c.var.ctx.t.has(`testimonials.admin.done.${done}`) ? done : null,
  });
});

testimonialsAdminRoutes.post(paths.adminTestimonialAction(":id", "publish"), (c) => decide(c, "published"));
testimonialsAdminRoutes.post(paths.adminTestimonialAction(":id", "reject"), (c) => decide(c, "rejected"));

/** A reload of the page that a rejected decision shows. */
for (const action of ["publish", "reject"] as const) {
  testimonialsAdminRoutes.get(paths.adminTestimonialAction(":id", action), (c) =>
    seeOther(c, paths.adminTestimonials()),
  );
}

/** Decides, and redirects to the list in which the admin decided. */
async function decide(c: C, state: TestimonialState): Promise<Response> {
  const id = idParam(c);
  const from = parseState((await readForm(c)).text("from"));
  const result = await decideTestimonial(c.var.ctx, id, { state, from });
  if (result.ok) {
    return seeOther(c, paths.adminTestimonials({ state: from === "pending" ? null : from, done: state }));
  }
  if (result.refusal.code !== "conflict") throw new Refused(result.refusal);
  const query = { state: from, message: c.var.ctx.t("testimonials.admin.alreadyDecided") };
  return renderModerationPage(c, query, ERROR_STATUS.conflict);
}

type ModerationQuery = {
  state: TestimonialState;
  after?: string | undefined;
} & Partial<TestimonialModerationView>;

async function renderModerationPage(
  c: C,
  { after, ...query }: ModerationQuery,
  status = 200,
): Promise<Response> {
  const { ctx } = c.var;
  const page = await listTestimonialsInState(ctx, query.state, after);
  const view = { done: null, message: null, ...query, page, isFirstPage: !after };
  const head = { title: ctx.t("testimonials.admin.heading"), noindex: true };
  return renderPage(c, head, <TestimonialModerationPage view={view} />, status);
}
