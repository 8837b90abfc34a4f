import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { type FormFields, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS } from "@/shared/errors";
import { formatInitial } from "@/shared/format";
import { paths } from "@/shared/paths";
import { SignedOutPage } from "@/ui/signed-out-page";
import { findOwnTestimonials, findPublishedTestimonials } from "./queries";
import { submitTestimonial } from "./submit-testimonial";
import type { TestimonialFormView, TestimonialValues } from "./testimonial-form";
import { TestimonialsPage } from "./testimonials-page";
import { withdrawTestimonial } from "./withdraw-testimonial";

export const testimonialRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

testimonialRoutes.get(paths.testimonials(), routeOptions({ prefetchable: true, sitemap: {} }), (c) =>
  testimonialsPage(c),
);

testimonialRoutes.post(paths.testimonials(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  if (!ctx.user) return signedOutPage(c, form);
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
  const failed = { values, ...explainFormRefusal(c, result.refusal) };
  return testimonialsPage(c, failed, ERROR_STATUS[result.refusal.code]);
});

/** Keeps the typed text until the user has signed in again. */
async function signedOutPage(c: C, form: FormFields) {
  const fields = Object.entries(form.values()).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  );
  const head = { title: c.var.ctx.t("general.signedOut.title") };
  const page = <SignedOutPage action={paths.testimonials()} fields={fields} />;
  return renderPage(c, head, page, ERROR_STATUS.unauthenticated);
}

async function testimonialsPage(c: C, failed?: Omit<TestimonialFormView, "once">, status = 200) {
  const { ctx } = c.var;
  const { user } = ctx;
  const asked = { after: c.req.query("after"), before: c.req.query("before") };
  const [published, own] = await Promise.all([
    findPublishedTestimonials(ctx, asked),
    user ? findOwnTestimonials(ctx, user.id) : [],
  ]);
  const done = c.req.query("done");
  const values: TestimonialValues = {
    text: "",
    // The display name of learners: first name and initial, as elsewhere on the site.
    name: user ? [user.firstName, formatInitial(user.lastName)].filter(Boolean).join(" ") : "",
    role: "",
    consent: false,
  };
  const fresh = { values, errors: {}, message: null };
  const view = {
    published,
    own,
    done: status === 200 && (done === "sent" || done === "withdrawn") ? done : null,
    // A new id if the sent one was not used, because it may belong to another user's testimonial.
    form: user ? { ...(failed ?? fresh), once: ctx.newId() } : null,
  } as const;
  const { SITE_NAME: site } = ctx.config;
  const head = {
    title: ctx.t("testimonials.title"),
    description: ctx.t("testimonials.description", { site }),
    canonical: paths.testimonials(),
    noindex: Boolean(asked.after ?? asked.before),
  };
  return renderPage(c, head, <TestimonialsPage view={view} />, status);
}
