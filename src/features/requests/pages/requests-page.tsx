import { findAnswerEnd } from "@/features/enquiries";
import { countyName } from "@/shared/codes";
import { formatDate } from "@/shared/format";
import { formatRequest } from "@/shared/format-request";
import { formatSlots } from "@/shared/format-slot";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { MAX_ANSWERS, REQUEST_OPEN_MS } from "@/shared/request-limits";
import { Badge, StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { toLangAttribute } from "@/ui/lang-attribute";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { RelativeTime } from "@/ui/relative-time";
import type { AnsweredRequest, FittingRequest, LearnerRequest } from "../queries";
import { formatAnswered } from "./format-answered";
import { Mismatches } from "./mismatches";

/** The lists of a teacher; others have only their own requests. */
export const REQUEST_BOXES = ["fitting", "answered", "own"] as const;

type Cursors = { previous: string | null; next: string | null };

export type RequestsPageProps = {
  /** Whether the visitor has just deleted a request. */
  isDeleted: boolean;
  /** ms */
  now: number;
} & (
  | { box: "fitting"; requests: Cursors & { rows: readonly FittingRequest[]; hasListing: boolean } }
  | { box: "answered"; requests: Cursors & { rows: readonly AnsweredRequest[] } }
  | { box: "own"; requests: Cursors & { rows: readonly LearnerRequest[] } }
);

/** Requests: the visitor's own, and for teachers the open ones that fit. */
export function RequestsPage({ isDeleted, now, ...list }: RequestsPageProps) {
  const { t, url, visitor } = usePage();
  const { box, requests } = list;
  const teaches = visitor?.role !== "u";
  const page = (query: Record<string, string>) =>
    url(paths.requests({ box: teaches && box !== "fitting" ? box : null, ...query }));
  const isUnlisted = list.box === "fitting" && !list.requests.hasListing;
  const create = <LinkButton href={url(paths.createRequest())}>{t("requests.list.create")}</LinkButton>;
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("requests.list.heading")}</h1>
        <p className="page-head__lead">{t(`requests.list.${box}Lead`, { max: MAX_ANSWERS })}</p>
        {box === "own" && requests.rows.length > 0 ? (
          <div className="page-head__actions">{create}</div>
        ) : null}
      </header>
      <div className="stack">
        {isDeleted ? (
          <Notice tone="success" live>
            <p>{t("requests.done.deleted")}</p>
          </Notice>
        ) : null}
        {teaches ? <Boxes current={box} /> : null}
        {requests.rows.length === 0 ? (
          <EmptyState
            title={t(`requests.list.${isUnlisted ? "unlisted" : box}Empty`)}
            action={
              box === "own" ? (
                create
              ) : box === "answered" ? (
                <LinkButton href={url(paths.requests())}>{t("requests.list.fitting")}</LinkButton>
              ) : (
                <LinkButton href={url(paths.ownListings())}>
                  {t(isUnlisted ? "requests.list.publish" : "general.nav.myListings")}
                </LinkButton>
              )
            }
          >
            <p>{t(`requests.list.${box}EmptyText`)}</p>
          </EmptyState>
        ) : (
          <ul className="entry-list">
            {list.box === "own"
              ? list.requests.rows.map((request) => <OwnEntry key={request.id} request={request} now={now} />)
              : list.box === "answered"
                ? list.requests.rows.map((row) => <AnsweredEntry key={row.enquiryId} row={row} now={now} />)
                : list.requests.rows.map((row) => <FittingEntry key={row.request.id} row={row} now={now} />)}
          </ul>
        )}
        {box === "fitting" ? (
          <p className="small muted">
            {t("requests.list.notifications")}{" "}
            <a href={url(paths.notifications())}>{t("general.nav.notifications")}</a>
          </p>
        ) : null}
        <Pagination
          previous={requests.previous ? page({ before: requests.previous }) : null}
          next={requests.next ? page({ after: requests.next }) : null}
        />
      </div>
    </div>
  );
}

function Boxes({ current }: { current: (typeof REQUEST_BOXES)[number] }) {
  const { t, url } = usePage();
  return (
    <nav className="row" aria-label={t("requests.list.heading")}>
      {REQUEST_BOXES.map((box) => (
        <LinkButton
          key={box}
          href={url(paths.requests({ box: box === "fitting" ? null : box }))}
          variant={box === current ? "secondary" : "quiet"}
          size="small"
          aria-current={box === current ? "page" : undefined}
        >
          {t(`requests.list.${box}`)}
        </LinkButton>
      ))}
    </nav>
  );
}

function FittingEntry({ row: { request, mismatches }, now }: { row: FittingRequest; now: number }) {
  const { t, url, locale } = usePage();
  const { id, county, online, maxPrice, text, answerCount, openedTs } = request;
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.request(id))}>{formatRequest(t, request)}</a>
        </p>
        {text ? <p lang={toLangAttribute(request.locale, locale)}>{text}</p> : null}
        <p className="entry__meta">
          {county && online ? `${t("requests.list.orOnline", { county: countyName(county) })} · ` : null}
          {maxPrice === null ? null : (
            <>
              {t("requests.fields.maxPrice")}: <Money bani={maxPrice} />
              {" · "}
            </>
          )}
          {formatAnswered(t, answerCount)}
          {openedTs === null
            ? null
            : ` · ${t("requests.page.openUntil")} ${formatDate(openedTs + REQUEST_OPEN_MS, t.locale)}`}
        </p>
        <Mismatches mismatches={mismatches} />
      </div>
      <div className="entry__side">
        {openedTs === null ? null : (
          <span className="small muted">
            <RelativeTime ts={openedTs} now={now} />
          </span>
        )}
      </div>
    </li>
  );
}

/** The teacher's answer leads to its conversation, also when the request is no longer shown to the teacher. */
function AnsweredEntry({ row, now }: { row: AnsweredRequest; now: number }) {
  const { t, url } = usePage();
  const { request, enquiryId, createdTs, status } = row;
  const { state, closeReason, answerCount } = request;
  const end = findAnswerEnd(closeReason, status);
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.enquiry(enquiryId))}>{formatRequest(t, request)}</a>
        </p>
        <p className="entry__meta">
          {[t(`requests.states.${state}`), closeReason && t(`requests.closeReasons.${end ?? closeReason}`)]
            .filter(Boolean)
            .join(": ")}
          {" · "}
          {formatAnswered(t, answerCount)}
        </p>
      </div>
      <div className="entry__side">
        <Badge tone={status === "lesson" ? "positive" : "neutral"}>
          {end
            ? t("requests.states.closed")
            : t(`requests.outcomes.${status === "read" ? "unread" : status}`)}
        </Badge>
        <span className="small muted">
          <RelativeTime ts={createdTs} now={now} />
        </span>
      </div>
    </li>
  );
}

function OwnEntry({ request, now }: { request: LearnerRequest; now: number }) {
  const { t, url } = usePage();
  const { id, subject, level, state, answerCount, closeReason, createdTs } = request;
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.request(id))}>
            {`${t(`general.subjects.${subject}`)}, ${t(`general.levels.${level}`)}`}
          </a>
        </p>
        <p className="entry__meta">
          {describePlaceAndTime(t, request)} ·{" "}
          {t("requests.list.sent", { date: formatDate(createdTs, t.locale) })}
        </p>
        {state === "pending" || state === "rejected" ? null : (
          <p>
            <strong>{t.count("requests.answers", answerCount)}</strong>
            {closeReason ? ` · ${t(`requests.page.closed.${closeReason}`)}` : null}
          </p>
        )}
      </div>
      <div className="entry__side">
        <StateBadge kind="request" state={state} />
        <span className="small muted">
          <RelativeTime ts={createdTs} now={now} />
        </span>
      </div>
    </li>
  );
}

/** "Cluj · Online · Wednesday evening" */
const describePlaceAndTime = (t: Translator, { county, online, availability }: LearnerRequest): string =>
  [county ? countyName(county) : "", online ? t("requests.online") : "", formatSlots(t, availability)]
    .filter(Boolean)
    .join(" · ");
