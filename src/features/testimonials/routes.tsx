import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { renderSignedOut } from "@/http/render-signed-out";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS } from "@/shared/errors";
import { formatInitial } from "@/shared/format";
import { paths } from "@/shared/paths";
import { listPublishedTestimonials, listUserTestimonials } from "./queries";
import { submitTestimonial } from "./submit-testimonial";
import type { TestimonialFormView, TestimonialValues } from "./testimonial-form";
import { TestimonialsPage } from "./testimonials-page";
import { withdrawTestimonial } from "./withdraw-testimonial";

export const testimonialRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;
type RejectedForm = Omit<TestimonialFormView, "once">;

testimonialRoutes.get(paths.testimonials(), routeOptions({ prefetchable: true, sitemap: {} }), (c) =>
  renderTestimonialsPage(c),
);

testimonialRoutes.post(paths.testimonials(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  if (!ctx.user) return renderSignedOut(c, paths.testimonials(), form.values());
  if (form.has("withdraw")) {
    await withdrawTestimonial(ctx, form.text("withdraw"));
    return seeOther(c, paths.testimonials({ done: "withdrawn" }));
  }
  const values = {
    text: form.text("text"),
    name: form.text("name"),
    role: form.text("role"),
    consent: form.has("consent"),
  };
  const result = await submitTestimonial(ctx, { ...values, once: form.text("once") });
  if (result.ok) return seeOther(c, paths.testimonials({ done: "sent" }));
  const rejected = { values, ...explainFormRefusal(c, result.refusal) };
  return renderTestimonialsPage(c, rejected, ERROR_STATUS[result.refusal.code]);
});

async function renderTestimonialsPage(c: C, rejected?: RejectedForm, status = 200) {
  const { ctx } = c.var;
  const { user } = ctx;
  const cursors = { after: c.req.query("after"), before: c.req.query("before") };
  const [published, ownTestimonials] = await Promise.all([
    listPublishedTestimonials(ctx, cursors),
    user ? listUserTestimonials(ctx, user.id) : [],
  ]);
  const done = c.req.query("done");
  const values: TestimonialValues = {
    text: "",
    // The display name of learners: first name and initial, as elsewhere on the site.
    name: user ? [user.firstName, formatInitial(user.lastName)].filter(Boolean).join(" ") : "",
    role: "",
    consent: false,
  };
  const emptyForm = { values, errors: {}, message: null };
  const view = {
    published,
    ownTestimonials,
    done: status === 200 && (done === "sent" || done === "withdrawn") ? done : null,
    // A new id even after a rejected form, because the sent id may belong to another user's testimonial.
    form: user ? { ...(rejected ?? emptyForm), once: ctx.newId() } : null,
  } as const;
  const { SITE_NAME: site } = ctx.config;
  const head = {
    title: ctx.t("testimonials.title"),
    description: ctx.t("testimonials.description", { site }),
    canonical: paths.testimonials(),
    noindex: Boolean(cursors.after ?? cursors.before),
  };
  return renderPage(c, head, <TestimonialsPage view={view} />, status);
}
