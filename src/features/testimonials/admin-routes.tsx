import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { TESTIMONIAL_STATES, type TestimonialState } from "@/shared/codes";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { decideTestimonial } from "./decide-testimonial";
import { ModerationPage, type ModerationView } from "./moderation-page";
import { findTestimonialsIn } from "./queries";

/** The sign-in middleware admits only admins. */
export const testimonialsAdminRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const stateOf = (asked: string | undefined): TestimonialState =>
  TESTIMONIAL_STATES.find((state) => state === asked) ?? "pending";

testimonialsAdminRoutes.get(paths.adminTestimonials(), (c) => {
  const asked = c.req.query("done") ?? "";
  return moderationPage(c, {
    state: stateOf(c.req.query("state")),
    after: c.req.query("after"),
    done: c.var.ctx.t.has(`testimonials.admin.done.${asked}`) ? asked : null,
  });
});

testimonialsAdminRoutes.post(paths.adminTestimonialAction(":id", "publish"), (c) => decide(c, "published"));
testimonialsAdminRoutes.post(paths.adminTestimonialAction(":id", "reject"), (c) => decide(c, "rejected"));

/** Reloading the page after a rejected decision. */
for (const action of ["publish", "reject"] as const) {
  testimonialsAdminRoutes.get(paths.adminTestimonialAction(":id", action), (c) =>
    seeOther(c, paths.adminTestimonials()),
  );
}

/** Redirects to the list in which the admin decided. */
async function decide(c: C, state: TestimonialState): Promise<Response> {
  const id = idParam(c);
  const from = stateOf((await readForm(c)).text("from"));
  const result = await decideTestimonial(c.var.ctx, id, { state, from });
  if (result.ok) {
    return seeOther(c, paths.adminTestimonials({ state: from === "pending" ? null : from, done: state }));
  }
  if (result.refusal.code !== "conflict") throw new Refused(result.refusal);
  const shown = { state: from, message: c.var.ctx.t("testimonials.admin.overtaken") };
  return moderationPage(c, shown, ERROR_STATUS.conflict);
}

type ModerationQuery = { state: TestimonialState; after?: string | undefined } & Partial<ModerationView>;

async function moderationPage(c: C, { after, ...shown }: ModerationQuery, status = 200): Promise<Response> {
  const { ctx } = c.var;
  const found = await findTestimonialsIn(ctx, shown.state, after);
  const view = { done: null, message: null, ...shown, found, first: !after };
  const head = { title: ctx.t("testimonials.admin.heading"), noindex: true };
  return renderPage(c, head, <ModerationPage view={view} />, status);
}
