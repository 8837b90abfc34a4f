import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { SitePage } from "@/ui/site-page";
import { Time } from "@/ui/time";
import { WithdrawButton } from "@/ui/withdraw-button";
import type { PublishedTestimonialPage, Testimonial } from "./queries";
import { TestimonialForm, type TestimonialFormView } from "./testimonial-form";
import { TestimonialQuote } from "./testimonial-quote";

export type TestimonialsView = {
  published: PublishedTestimonialPage;
  ownTestimonials: readonly Testimonial[];
  /** The action that was just completed. */
  done: "sent" | "withdrawn" | null;
  /** Null for signed-out visitors. */
  form: TestimonialFormView | null;
};

export function TestimonialsPage({
  view: { published, ownTestimonials, done, form },
}: {
  view: TestimonialsView;
}) {
  const { t, url, siteName: site } = usePage();
  const { rows, next, previous } = published;
  const isRejected = form !== null && (form.message !== null || Object.keys(form.errors).length > 0);
  return (
    <SitePage heading={t("testimonials.title")} lead={t("testimonials.lead", { site })}>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            {t(`testimonials.done.${done}`)}
          </Notice>
        ) : null}
        {/* After an error the form is at the top. */}
        {isRejected ? <FormSection form={form} /> : null}
        <section aria-label={t("testimonials.list")}>
          {rows.length === 0 ? (
            <EmptyState title={t("testimonials.empty")}>{t("testimonials.emptyText", { site })}</EmptyState>
          ) : (
            <ul className="quotes list-plain">
              {rows.map((testimonial) => (
                <li key={testimonial.id}>
                  <TestimonialQuote testimonial={testimonial} />
                </li>
              ))}
            </ul>
          )}
          <Pagination
            previous={previous && url(paths.testimonials({ before: previous }))}
            next={next && url(paths.testimonials({ after: next }))}
          />
        </section>
        {ownTestimonials.length > 0 ? <OwnTestimonials testimonials={ownTestimonials} /> : null}
        {isRejected ? null : <FormSection form={form} />}
      </div>
    </SitePage>
  );
}

function FormSection({ form }: { form: TestimonialFormView | null }) {
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

/** The visitor's own testimonials with their states, each with a button to withdraw it. */
function OwnTestimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const { t, url } = usePage();
  return (
    <section>
      <h2>{t("testimonials.own.heading")}</h2>
      <ul className="entry-list">
        {testimonials.map((testimonial) => (
          <li className="entry entry--open" key={testimonial.id}>
            <div className="entry__main">
              <p className="pre-line" lang={testimonial.locale}>
                {testimonial.text}
              </p>
              <p className="entry__meta">
                {[testimonial.name, testimonial.role].filter(Boolean).join(", ")} ·{" "}
                {t("testimonials.own.sent")} <Time ts={testimonial.createdTs} />
              </p>
            </div>
            <div className="entry__side">
              <StateBadge kind="testimonial" state={testimonial.state} />
            </div>
            <WithdrawButton
              action={url(paths.testimonials())}
              fields={{ withdraw: testimonial.id }}
              texts="testimonials.own"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
