import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { TESTIMONIAL_STATES, type TestimonialState } from "@/shared/codes";
import { Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { decideTestimonial } from "./decide-testimonial";
import { ModerationPage } from "./moderation-page";
import { findTestimonialsIn } from "./queries";

/** The gate before all routes lets nobody but admins come here. */
export const testimonialsAdminRoutes = new Hono<AppEnv>();

const stateOf = (asked: string | undefined): TestimonialState =>
  TESTIMONIAL_STATES.find((state) => state === asked) ?? "pending";

testimonialsAdminRoutes.get(paths.adminTestimonials(), async (c) => {
  const { ctx } = c.var;
  const state = stateOf(c.req.query("state"));
  const after = c.req.query("after");
  const asked = c.req.query("done") ?? "";
  const view = {
    state,
    found: await findTestimonialsIn(ctx, state, after),
    first: !after,
    done: ctx.t.has(`testimonials.admin.done.${asked}`) ? asked : null,
  };
  const head = { title: ctx.t("testimonials.admin.heading"), noindex: true };
  return renderPage(c, head, <ModerationPage view={view} />);
});

testimonialsAdminRoutes.post(paths.adminTestimonialAction(":id", "publish"), (c) => decide(c, "published"));
testimonialsAdminRoutes.post(paths.adminTestimonialAction(":id", "reject"), (c) => decide(c, "rejected"));

/** Back to the list that the admin decided in. */
async function decide(c: Context<AppEnv>, state: TestimonialState): Promise<Response> {
  const id = idParam(c);
  const from = stateOf((await readForm(c)).text("from"));
  const result = await decideTestimonial(c.var.ctx, id, { state });
  if (!result.ok) throw new Refused(result.refusal);
  return seeOther(c, paths.adminTestimonials({ state: from === "pending" ? null : from, done: state }));
}
