import { TESTIMONIAL_STATES, type TestimonialState } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { ModeratedTestimonials } from "./queries";
import { TestimonialBadge } from "./state-badge";

export type ModerationView = {
  state: TestimonialState;
  found: ModeratedTestimonials;
  first: boolean;
  /** The decision just made; a key of `testimonials.admin.done`. */
  done: string | null;
  /** An error that belongs to no field. */
  message: string | null;
};

/** Testimonials for admins: pending by default, or already decided. */
export function ModerationPage({ view: { state, found, first, done, message } }: { view: ModerationView }) {
  const { t, url } = usePage();
  const shown = state === "pending" ? {} : { state };
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
        <States current={state} />
        {found.rows.length === 0 ? (
          <EmptyState title={t(`testimonials.admin.empty.${state}`)}>
            {t("testimonials.admin.emptyText")}
          </EmptyState>
        ) : (
          <ul className="entry-list">
            {found.rows.map((one) => (
              <Entry key={one.id} one={one} />
            ))}
          </ul>
        )}
        <Pagination
          previous={first ? null : url(paths.adminTestimonials(shown))}
          next={found.next && url(paths.adminTestimonials({ ...shown, after: found.next }))}
        />
      </div>
    </div>
  );
}

function States({ current }: { current: TestimonialState }) {
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

function Entry({ one }: { one: ModeratedTestimonials["rows"][number] }) {
  const { t } = usePage();
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="pre-line" lang={one.locale}>
          {one.text}
        </p>
        <p className="entry__meta">
          {[one.name, one.role].filter(Boolean).join(", ")} · {one.email} ·{" "}
          {t(`testimonials.admin.languages.${one.locale}`)} · {t("testimonials.admin.sent")}{" "}
          <Time ts={one.createdTs} clock />
          {one.decidedTs === null ? null : (
            <>
              {", "}
              {t("testimonials.admin.decided")} <Time ts={one.decidedTs} clock />
            </>
          )}
        </p>
        <div className="row">
          {one.state === "published" ? null : <Decide one={one} action="publish" words="publish" />}
          {one.state === "rejected" ? null : (
            <Decide one={one} action="reject" words={one.state === "published" ? "unpublish" : "reject"} />
          )}
        </div>
      </div>
      <div className="entry__side">
        <TestimonialBadge state={one.state} />
      </div>
    </li>
  );
}

function Decide({
  one: { id, name, state },
  action,
  words,
}: {
  one: ModeratedTestimonials["rows"][number];
  action: "publish" | "reject";
  words: "publish" | "reject" | "unpublish";
}) {
  const { t, url } = usePage();
  const label = t(`testimonials.admin.${words}`);
  return (
    <ActionButton
      action={url(paths.adminTestimonialAction(id, action))}
      fields={{ from: state }}
      variant={action === "publish" ? "primary" : "secondary"}
      size="small"
    >
      <span aria-hidden="true">{label}</span>
      <span className="visually-hidden">{t("testimonials.admin.of", { action: label, name })}</span>
    </ActionButton>
  );
}
