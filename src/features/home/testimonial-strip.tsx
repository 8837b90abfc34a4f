import { type Testimonial, TestimonialQuote } from "@/features/testimonials";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** A few published testimonials. */
export function TestimonialStrip({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const { t, url } = usePage();
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t("home.testimonials")}</h2>
        <a href={url(paths.testimonials())}>{t("home.testimonialsAll")}</a>
      </div>
      <ul className="quotes list-plain">
        {testimonials.map((one) => (
          <li key={one.id}>
            <TestimonialQuote of={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}
