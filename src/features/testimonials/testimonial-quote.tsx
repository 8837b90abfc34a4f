import { usePage } from "@/ui/page-context";
import type { Testimonial } from "./queries";

/** What somebody says of the site, as it is shown to everybody; in another language than the page's it says so. */
export function TestimonialQuote({ of: { text, name, role, locale } }: { of: Testimonial }) {
  const page = usePage();
  const lang = locale === page.locale ? undefined : locale;
  return (
    <figure className="quote">
      <blockquote className="quote__words pre-line" lang={lang}>
        {text}
      </blockquote>
      <figcaption className="quote__speaker">
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
