import { VERIFICATION_STATES, type VerificationState } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { Time } from "@/ui/time";
import type { VerificationQueuePage } from "../queries";
import { VerificationBadge } from "../verification-badge";

export type VerificationsQueueView = {
  state: VerificationState;
  page: VerificationQueuePage;
  isFirstPage: boolean;
  /** The decision that was just made; a key of `verifications.admin.done`. */
  done: string | null;
};

/** The requests in one state, for admins. */
export function VerificationsQueuePage({ view }: { view: VerificationsQueueView }) {
  const { t, url } = usePage();
  const { state, page, isFirstPage, done } = view;
  const filter = state === "pending" ? {} : { state };
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("verifications.admin.heading")}
      />
      <header className="page-head">
        <h1>{t("verifications.admin.heading")}</h1>
        <p className="page-head__lead">{t("verifications.admin.lead")}</p>
      </header>
      <div className="stack">
        {done ? (
          <Notice tone="success" live>
            {t(`verifications.admin.done.${done}`)}
          </Notice>
        ) : null}
        <StateTabs current={state} />
        {page.rows.length === 0 ? (
          <EmptyState title={t(`verifications.admin.empty.${state}`)}>
            {t("verifications.admin.emptyText")}
          </EmptyState>
        ) : (
          <ul className="entry-list">
            {page.rows.map((row) => (
              <Entry key={row.verification.id} row={row} />
            ))}
          </ul>
        )}
        <Pagination
          previous={isFirstPage ? null : url(paths.adminVerifications(filter))}
          next={page.next && url(paths.adminVerifications({ ...filter, after: page.next }))}
        />
      </div>
    </div>
  );
}

function StateTabs({ current }: { current: VerificationState }) {
  const { t, url } = usePage();
  return (
    <nav className="row" aria-label={t("verifications.admin.show")}>
      {VERIFICATION_STATES.map((state) => (
        <LinkButton
          key={state}
          href={url(paths.adminVerifications({ state: state === "pending" ? null : state }))}
          variant={state === current ? "secondary" : "quiet"}
          size="small"
          aria-current={state === current ? "page" : undefined}
        >
          {t(`verifications.admin.tabs.${state}`)}
        </LinkButton>
      ))}
    </nav>
  );
}

function Entry({ row: { verification, user, isSetAside } }: { row: VerificationQueuePage["rows"][number] }) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.adminVerification(verification.id))}>
            {`${t(`verifications.kinds.${verification.kind}`)}: ${formatFullName(user)}`}
          </a>
        </p>
        <p className="entry__meta">
          {verification.proves ? `${verification.proves} · ` : null}
          {t("verifications.admin.sent")} <Time ts={verification.createdTs} clock />
        </p>
      </div>
      <div className="entry__side">
        <VerificationBadge state={verification.state} />
        {verification.state === "pending" && isSetAside ? <SetAsideBadge /> : null}
      </div>
    </li>
  );
}
