import { usePage } from "@/ui/page-context";
import type { Testimonial } from "./queries";

/** A published testimonial; names its language if that differs from the page's. */
export function TestimonialQuote({
  testimonial: { text, name, role, locale },
}: {
  testimonial: Testimonial;
}) {
  const page = usePage();
  const lang = locale === page.locale ? undefined : locale;
  return (
    <figure className="quote">
      <blockquote className="quote__text pre-line" lang={lang}>
        {text}
      </blockquote>
      <figcaption className="quote__author">
        <span className="quote__name">{name}</span>
        {role ? (
          <span className="quote__role" lang={lang}>
            {role}
          </span>
        ) : null}
      </figcaption>
    </figure>
  );
}
