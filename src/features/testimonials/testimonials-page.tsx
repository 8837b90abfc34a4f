import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { OwnTestimonials } from "./own-testimonials";
import type { PublishedTestimonials, Testimonial } from "./queries";
import { TestimonialForm, type TestimonialFormView } from "./testimonial-form";
import { TestimonialQuote } from "./testimonial-quote";

export type TestimonialsView = {
  published: PublishedTestimonials;
  /** The visitor's own testimonials. */
  own: readonly Testimonial[];
  /** The action just done. */
  done: "sent" | "withdrawn" | null;
  /** Null for signed-out visitors. */
  form: TestimonialFormView | null;
};

export function TestimonialsPage({ view: { published, own, done, form } }: { view: TestimonialsView }) {
  const { t, url, siteName: site } = usePage();
  const { rows, next, previous } = published;
  const failed = form !== null && (form.message !== null || Object.keys(form.errors).length > 0);
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("testimonials.title")}</h1>
        <p className="page-head__lead">{t("testimonials.lead", { site })}</p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            {t(`testimonials.done.${done}`)}
          </Notice>
        ) : null}
        {/* After an error the form comes first. */}
        {failed ? <Say form={form} /> : null}
        <section aria-label={t("testimonials.list")}>
          {rows.length === 0 ? (
            <EmptyState title={t("testimonials.empty")}>{t("testimonials.emptyText", { site })}</EmptyState>
          ) : (
            <ul className="quotes list-plain">
              {rows.map((one) => (
                <li key={one.id}>
                  <TestimonialQuote of={one} />
                </li>
              ))}
            </ul>
          )}
          <Pagination
            previous={previous && url(paths.testimonials({ before: previous }))}
            next={next && url(paths.testimonials({ after: next }))}
          />
        </section>
        {own.length > 0 ? <OwnTestimonials own={own} /> : null}
        {failed ? null : <Say form={form} />}
      </div>
    </div>
  );
}

function Say({ form }: { form: TestimonialFormView | null }) {
  const { t, url, siteName: site } = usePage();
  return (
    <section className="quotes-form">
      <h2>{t("testimonials.form.heading")}</h2>
      {form ? (
        <div className="stack">
          <p className="muted">{t("testimonials.form.lead", { site })}</p>
          <TestimonialForm view={form} />
        </div>
      ) : (
        <div className="stack">
          <p>{t("testimonials.signedOut.text")}</p>
          <LinkButton href={url(paths.signIn({ next: paths.testimonials() }))} variant="secondary">
            {t("testimonials.signedOut.signIn")}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
