import { TESTIMONIAL_STATES, type TestimonialState } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { Time } from "@/ui/time";
import type { ModeratedTestimonialPage } from "./queries";
import { TestimonialBadge } from "./testimonial-badge";

export type TestimonialModerationView = {
  state: TestimonialState;
  page: ModeratedTestimonialPage;
  isFirstPage: boolean;
  /** The decision that was just made; a key of `testimonials.admin.done`. */
  done: string | null;
  /** An error that belongs to no field. */
  message: string | null;
};

/** The testimonials in one state, for admins. */
export function TestimonialModerationPage({ view }: { view: TestimonialModerationView }) {
  const { t, url } = usePage();
  const { state, page, isFirstPage, done, message } = view;
  const filter = state === "pending" ? {} : { state };
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("testimonials.admin.heading")}
      />
      <header className="page-head">
        <h1>{t("testimonials.admin.heading")}</h1>
        <p className="page-head__lead">{t("testimonials.admin.lead")}</p>
      </header>
      <div className="stack">
        {done ? (
          <Notice tone="success" live>
            {t(`testimonials.admin.done.${done}`)}
          </Notice>
        ) : null}
        {message ? (
          <Notice tone="warning" live>
            {message}
          </Notice>
        ) : null}
        <StateTabs current={state} />
        {page.rows.length === 0 ? (
          <EmptyState title={t(`testimonials.admin.empty.${state}`)}>
            {t("testimonials.admin.emptyText")}
          </EmptyState>
        ) : (
          <ul className="entry-list">
            {page.rows.map((testimonial) => (
              <Entry key={testimonial.id} testimonial={testimonial} />
            ))}
          </ul>
        )}
        <Pagination
          previous={isFirstPage ? null : url(paths.adminTestimonials(filter))}
          next={page.next && url(paths.adminTestimonials({ ...filter, after: page.next }))}
        />
      </div>
    </div>
  );
}

function StateTabs({ current }: { current: TestimonialState }) {
  const { t, url } = usePage();
  return (
    <nav className="row" aria-label={t("testimonials.admin.show")}>
      {TESTIMONIAL_STATES.map((state) => (
        <LinkButton
          key={state}
          href={url(paths.adminTestimonials({ state: state === "pending" ? null : state }))}
          variant={state === current ? "secondary" : "quiet"}
          size="small"
          aria-current={state === current ? "page" : undefined}
        >
          {t(`testimonials.admin.tabs.${state}`)}
        </LinkButton>
      ))}
    </nav>
  );
}

function Entry({ testimonial }: { testimonial: ModeratedTestimonialPage["rows"][number] }) {
  const { t } = usePage();
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="pre-line" lang={testimonial.locale}>
          {testimonial.text}
        </p>
        <p className="entry__meta">
          {[testimonial.name, testimonial.role].filter(Boolean).join(", ")} · {testimonial.email} ·{" "}
          {t(`testimonials.admin.languages.${testimonial.locale}`)} · {t("testimonials.admin.sent")}{" "}
          <Time ts={testimonial.createdTs} clock />
          {testimonial.decidedTs === null ? null : (
            <>
              {", "}
              {t("testimonials.admin.decided")} <Time ts={testimonial.decidedTs} clock />
            </>
          )}
        </p>
        <div className="row">
          {testimonial.state === "published" ? null : (
            <DecisionButton testimonial={testimonial} action="publish" label="publish" />
          )}
          {testimonial.state === "rejected" ? null : (
            <DecisionButton
              testimonial={testimonial}
              action="reject"
              label={testimonial.state === "published" ? "unpublish" : "reject"}
            />
          )}
        </div>
      </div>
      <div className="entry__side">
        <TestimonialBadge state={testimonial.state} />
        {testimonial.state === "pending" && testimonial.isSetAside ? <SetAsideBadge /> : null}
      </div>
    </li>
  );
}

function DecisionButton({
  testimonial: { id, name, state },
  action,
  label,
}: {
  testimonial: ModeratedTestimonialPage["rows"][number];
  action: "publish" | "reject";
  label: "publish" | "reject" | "unpublish";
}) {
  const { t, url } = usePage();
  const text = t(`testimonials.admin.${label}`);
  return (
    <ActionButton
      action={url(paths.adminTestimonialAction(id, action))}
      fields={{ from: state }}
      variant={action === "publish" ? "primary" : "secondary"}
      size="small"
    >
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{t("testimonials.admin.decisionFor", { action: text, name })}</span>
    </ActionButton>
  );
}
