import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Testimonial } from "./queries";
import { TestimonialBadge } from "./state-badge";

/** The visitor's own testimonials with their states, each with a button to withdraw it. */
export function OwnTestimonials({ own }: { own: readonly Testimonial[] }) {
  const { t } = usePage();
  return (
    <section>
      <h2>{t("testimonials.own.heading")}</h2>
      <ul className="entry-list">
        {own.map((one) => (
          <li className="entry entry--open" key={one.id}>
            <div className="entry__main">
              <p className="pre-line" lang={one.locale}>
                {one.text}
              </p>
              <p className="entry__meta">
                {[one.name, one.role].filter(Boolean).join(", ")} · {t("testimonials.own.sent")}{" "}
                <Time ts={one.createdTs} />
              </p>
            </div>
            <div className="entry__side">
              <TestimonialBadge state={one.state} />
            </div>
            <Withdraw id={one.id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Withdraw({ id }: { id: string }) {
  const { t, url } = usePage();
  return (
    <details className="confirm">
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{t("testimonials.own.withdraw")}</span>
        <span className="confirm__close">{t("testimonials.own.keep")}</span>
      </summary>
      <div className="confirm__form">
        <p className="small">{t("testimonials.own.question")}</p>
        <ActionButton
          action={url(paths.testimonials())}
          fields={{ withdraw: id }}
          variant="danger"
          size="small"
        >
          {t("testimonials.own.confirm")}
        </ActionButton>
      </div>
    </details>
  );
}
