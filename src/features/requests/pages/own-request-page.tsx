import { findMessageWarning, MessageWarningNotice, MinorAdvice, SafetyAdvice } from "@/features/enquiries";
import type { ListingDetails } from "@/features/listings";
import { ComparedListings, type Comparison } from "@/features/shortlist";
import { paths } from "@/shared/paths";
import { MAX_ANSWERS, REQUEST_KEEP_DAYS } from "@/shared/request-limits";
import { Avatar } from "@/ui/avatar";
import { Badge, StateBadge } from "@/ui/badge";
import { ActionButton, LinkButton } from "@/ui/button";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { PriceUnit } from "@/ui/price-unit";
import { CardRating } from "@/ui/rating";
import { RelativeTime } from "@/ui/relative-time";
import { Time } from "@/ui/time";
import { WithdrawButton } from "@/ui/withdraw-button";
import { isDeletable } from "../delete-request";
import { formatDigestTime } from "../format-digest-time";
import type { ComparedAnswer, LearnerRequest } from "../queries";
import { RequestFacts } from "../request-facts";
import type { findAudience } from "./find-audience";
import { formatAnswered } from "./format-answered";
import { RejectionNotice } from "./rejection-notice";
import { RequestBreadcrumbs } from "./request-breadcrumbs";

export const REQUEST_DONE = ["created", "edited", "closed"] as const;

type OwnRequestPageProps = {
  request: LearnerRequest;
  answers: readonly ComparedAnswer[];
  /** The answers' listings that visitors may see. */
  comparison: Comparison;
  /** Whether visitors see a listing that fits. */
  hasTeachers: boolean;
  /** Who can see it, before the first answer. */
  audience: Awaited<ReturnType<typeof findAudience>> | null;
  /** When it closes without five answers (ms); null if it is not open. */
  endTs: number | null;
  done: (typeof REQUEST_DONE)[number] | null;
  /** The refusal of the last action as text. */
  refused: string | null;
  /** ms */
  now: number;
};

/** A request for its author: what happens next, and the answers to compare. */
export function OwnRequestPage({
  request,
  answers,
  comparison,
  hasTeachers,
  audience,
  endTs,
  done,
  refused,
  now,
}: OwnRequestPageProps) {
  const { t, url } = usePage();
  const { id, state, subject, level } = request;
  const title = `${t(`general.subjects.${subject}`)}, ${t(`general.levels.${level}`)}`;
  const isLive = state === "pending" || state === "open";
  const hasLesson = answers.some(({ status }) => status === "lesson");
  const unreadCount = answers.filter(({ status }) => status === "unread").length;
  return (
    <div className="container page">
      <RequestBreadcrumbs current={title} />
      <header className="page-head">
        <h1>{title}</h1>
        <p>
          <StateBadge kind="request" state={state} />
        </p>
      </header>
      <div className="stack stack--loose">
        {refused ? (
          <Notice tone="danger" live>
            <p>{refused}</p>
          </Notice>
        ) : null}
        {done ? (
          <Notice tone="success" live>
            <p>{t(`requests.done.${done}`)}</p>
          </Notice>
        ) : null}
        <StateNotice
          request={request}
          hasTeachers={hasTeachers}
          audience={audience}
          hasLesson={hasLesson}
          unreadCount={unreadCount}
          endTs={endTs}
          now={now}
        />
        {answers.length > 0 ? (
          <Answers answers={answers} request={request} comparison={comparison} now={now} />
        ) : null}
        <section className="panel">
          <div className="stack">
            <h2>{t("requests.page.facts")}</h2>
            <RequestFacts request={request} />
            <div className="row">
              {state === "pending" || state === "rejected" ? (
                <LinkButton href={url(paths.requestAction(id, "edit"))} variant="secondary">
                  {t(`requests.page.${state === "pending" ? "edit" : "resend"}`)}
                </LinkButton>
              ) : null}
              {isLive ? (
                hasLesson ? null : (
                  <CloseRequest id={id} unreadCount={unreadCount} />
                )
              ) : state === "rejected" ? null : (
                <LinkButton href={url(paths.createRequest({ from: id }))} variant="secondary">
                  {t("requests.page.again")}
                </LinkButton>
              )}
              {isDeletable(request) ? (
                <WithdrawButton action={url(paths.requestAction(id, "delete"))} texts="requests.delete" />
              ) : null}
            </div>
            {isLive && answers.length > 0 && !hasLesson ? (
              <p className="small muted">{t("requests.page.closeHelp")}</p>
            ) : null}
          </div>
        </section>
      </div>
    </div>
  );
}

function CloseRequest({ id, unreadCount }: { id: string; unreadCount: number }) {
  const { t, url } = usePage();
  return (
    <details className="confirm">
      <summary className="button button--secondary">{t("requests.page.close")}</summary>
      <div className="confirm__form panel">
        {unreadCount > 0 ? <p>{t.count("requests.page.closeUnread", unreadCount)}</p> : null}
        <p>{t("requests.page.closeConfirm")}</p>
        <ActionButton action={url(paths.requestAction(id, "close"))} variant="danger">
          {t("requests.page.closeNow")}
        </ActionButton>
      </div>
    </details>
  );
}

/** In plain words: what the state means, what happens next and when. */
function StateNotice({
  request,
  hasTeachers,
  audience,
  hasLesson,
  unreadCount,
  endTs,
  now,
}: Pick<OwnRequestPageProps, "request" | "hasTeachers" | "audience" | "endTs" | "now"> & {
  hasLesson: boolean;
  unreadCount: number;
}) {
  const { t, url } = usePage();
  const { state, openedTs, answerCount, closeReason, online, availability, maxPrice, subject } = request;
  const seen =
    audience && (hasTeachers || audience.onlineCount > 0) ? (
      <p>
        {hasTeachers ? `${audience.text} ` : null}
        {audience.onlineCount > 0 ? (
          <a href={url(paths.listings({ subject, online: true }))}>{t("requests.page.onlineTeachers")}</a>
        ) : null}
      </p>
    ) : null;
  const changes = [
    ...(availability.length > 0 ? (["times"] as const) : []),
    ...(online ? [] : (["online"] as const)),
    ...(maxPrice === null ? [] : (["price"] as const)),
  ];
  const mayTeachersWrite = closeReason === "answers" || closeReason === "expired";
  if (state === "rejected")
    return (
      <RejectionNotice request={request}>
        <p>{t("requests.page.rejectedNext")}</p>
      </RejectionNotice>
    );
  if (state === "closed")
    return (
      <Notice title={t(`requests.page.closed.${closeReason ?? "author"}`)}>
        <p>
          {t(
            `requests.page.${answerCount > 0 ? (mayTeachersWrite ? "closedNext" : "closedByAuthor") : openedTs === null ? "closedUnseen" : "closedEmpty"}`,
          )}
        </p>
        <p>
          {answerCount > 0 && openedTs !== null ? `${t("requests.page.closedRead")} ` : null}
          {t("requests.page.closedKept", { days: REQUEST_KEEP_DAYS })}
        </p>
        {answerCount === 0 && openedTs !== null && closeReason !== "lesson" && changes.length > 0 ? (
          <>
            <p>{t("requests.page.closedChanges")}</p>
            <ul>
              {changes.map((change) => (
                <li key={change}>{t(`requests.page.closedChange.${change}`)}</li>
              ))}
            </ul>
          </>
        ) : null}
      </Notice>
    );
  if (state === "pending")
    return (
      <Notice title={t("requests.page.pending")}>
        <p>{t("requests.page.pendingNext")}</p>
        {hasTeachers || online ? null : <p>{t("requests.page.pendingEmpty")}</p>}
        {seen}
      </Notice>
    );
  if (hasLesson)
    return (
      <Notice tone="success" title={t("requests.answerStatuses.lesson")}>
        <p>{t("requests.page.closeHelp")}</p>
        <CloseRequest id={request.id} unreadCount={unreadCount} />
      </Notice>
    );
  const when = formatDigestTime(t, openedTs ?? now, now);
  return (
    <Notice title={formatAnswered(t, answerCount)}>
      <p>
        {answerCount > 0
          ? t.count("requests.page.openAnswered", answerCount)
          : !hasTeachers
            ? t("requests.page.openEmpty")
            : when === null
              ? t("requests.page.openTold")
              : t("requests.page.open", { when })}
      </p>
      {seen}
      {endTs === null ? null : (
        <p>
          {t("requests.page.ends", { max: MAX_ANSWERS })} <Time ts={endTs} />.{" "}
          {t("requests.page.unchangeable")}
        </p>
      )}
    </Notice>
  );
}

/** The answers in full, the first one first, then their listings side by side: one has the same rows. */
function Answers({
  answers,
  request,
  comparison,
  now,
}: Pick<OwnRequestPageProps, "answers" | "request" | "comparison" | "now">) {
  const { t, url, visitor } = usePage();
  /** Whether the author has no more to answer. */
  const isSettled = request.closeReason === "author" || request.closeReason === "lesson";
  const warn = (enquiryId: string, message: string) => {
    const warning = findMessageWarning(message, {
      isLearnerMinor: visitor?.isMinor === true,
      learnerWho: request.learnerWho,
    });
    return (
      warning && <MessageWarningNotice warning={warning} reportHref={url(paths.reportEnquiry(enquiryId))} />
    );
  };
  return (
    <>
      <section className="stack">
        <h2>{t.count("requests.answers", answers.length)}</h2>
        <MinorAdvice />
        <ul className="entry-list">
          {answers.map(({ enquiryId, teacher, message, createdTs, status, listing }) => (
            <li key={enquiryId} className="entry">
              <div className="entry__main stack stack--tight">
                <div className="person">
                  <Avatar name={teacher} size="small" {...(listing ? { person: listing.owner } : {})} />
                  <h3 className="entry__title">
                    <a href={url(paths.enquiry(enquiryId))}>{teacher}</a>
                  </h3>
                </div>
                <p className="entry__meta">
                  {listing ? (
                    <a href={url(paths.listing(listing.id))}>{listing.title}</a>
                  ) : (
                    t("requests.page.listingGone")
                  )}
                </p>
                {listing ? <ListingFacts listing={listing} request={request} /> : null}
                <p className="pre-line break-anywhere">{message}</p>
                {warn(enquiryId, message)}
                <div className="row">
                  <LinkButton
                    href={url(paths.enquiry(enquiryId))}
                    size="small"
                    variant={isSettled ? "secondary" : "primary"}
                  >
                    {t(
                      !isSettled && (status === "unread" || status === "read")
                        ? "requests.page.reply"
                        : "enquiries.form.open",
                    )}
                    <span className="visually-hidden">{`: ${teacher}`}</span>
                  </LinkButton>
                </div>
              </div>
              <div className="entry__side">
                <StateBadge kind="answer" state={status} />
                <span className="small muted">
                  <RelativeTime ts={createdTs} now={now} />
                </span>
              </div>
            </li>
          ))}
        </ul>
        <SafetyAdvice />
      </section>
      {comparison.listings.length > 0 ? (
        <section className="stack">
          <h2>{t.count("requests.page.compare", comparison.listings.length)}</h2>
          <ComparedListings comparison={comparison} now={now} isAnswered />
        </section>
      ) : null}
    </>
  );
}

/** What of an answer's listing decides first: whether it has the level, its price and the teacher's rating. */
function ListingFacts({
  listing: { levels, price, sessionMinutes, pricePerHour, owner },
  request: { level, maxPrice },
}: {
  listing: ListingDetails;
  request: Pick<LearnerRequest, "level" | "maxPrice">;
}) {
  const { t } = usePage();
  return (
    <p className="row">
      {levels.includes(level) ? null : <Badge tone="warning">{t("requests.page.otherLevel")}</Badge>}
      {price === null ? null : (
        <span>
          {t("requests.page.listingPrice")}{" "}
          <strong>
            <Money bani={price} />
          </strong>
          <PriceUnit sessionMinutes={sessionMinutes} pricePerHour={pricePerHour} />
        </span>
      )}
      {maxPrice !== null && (pricePerHour ?? 0) > maxPrice ? (
        <Badge tone="warning">{t("requests.page.abovePrice")}</Badge>
      ) : null}
      <CardRating {...owner} />
    </p>
  );
}
