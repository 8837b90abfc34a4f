import { formatLessonTime } from "@/shared/format";
import { formatLearner, toLearner } from "@/shared/format-learner";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { formatReplies, MAX_WAITING_COUNT } from "@/shared/reply-time";
import { FULL_ANSWER_LENGTH } from "@/shared/schemas/enquiry";
import { Badge } from "@/ui/badge";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { OwnRatingLink } from "@/ui/rating";
import { RelativeTime } from "@/ui/relative-time";
import { formatUnread } from "@/ui/unread-count";
import type { AppointmentView } from "../appointments/queries";
import { ConversationBadge } from "../threads/conversation-badge";
import {
  BOXES,
  type Box,
  type InboxPageRows as Inbox,
  type InboxRow,
  type TeacherFigures,
} from "./conversation-list";
import type { BlockedPerson } from "./list-blocked";

export type InboxPageProps = {
  box: Box;
  inbox: Inbox;
  /** Conversations that wait for the teacher's answer (`countWaiting`). */
  waiting: number;
  figures: TeacherFigures | null;
  blocked: readonly BlockedPerson[];
  /** ms */
  now: number;
};

/** Conversations, newest first. Teachers have four boxes, other users one. */
export function InboxPage({ box, inbox, waiting, figures, blocked, now }: InboxPageProps) {
  const { t, url, visitor } = usePage();
  const teaches = visitor?.role !== "u";
  const page = (query: Record<string, string>) => url(paths.inbox({ box: teaches ? box : null, ...query }));
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("enquiries.inbox.heading")}</h1>
        {visitor && visitor.unread > 0 ? <p>{formatUnread(t, visitor)}</p> : null}
        {figures ? (
          <>
            <OwnRatingLink rating={figures.rating} />
            <p className="small muted">
              {figures.replies === null
                ? t("enquiries.inbox.noReplies")
                : t("enquiries.inbox.replies", {
                    text: formatReplies(t, figures.replies),
                    n: FULL_ANSWER_LENGTH,
                  })}{" "}
              <a href={`${url(paths.ranking())}#replies`}>{t("enquiries.inbox.ranking")}</a>
            </p>
            {waiting > 0 ? <p className="small muted">{t("enquiries.inbox.silence")}</p> : null}
          </>
        ) : null}
      </header>
      <div className="stack">
        {teaches ? <Boxes current={box} waiting={waiting} /> : null}
        {inbox.rows.length === 0 ? (
          <Empty box={box} />
        ) : (
          <ul className="entry-list">
            {inbox.rows.map((row) => (
              <Entry key={row.id} row={row} isSent={box === "sent"} now={now} />
            ))}
          </ul>
        )}
        <Pagination
          previous={inbox.previous ? page({ before: inbox.previous }) : null}
          next={inbox.next ? page({ after: inbox.next }) : null}
        />
        {blocked.length > 0 ? <Blocked blocked={blocked} /> : null}
      </div>
    </div>
  );
}

function Blocked({ blocked }: Pick<InboxPageProps, "blocked">) {
  const { t, url } = usePage();
  return (
    <section className="panel">
      <div className="stack stack--tight">
        <h2>{t("enquiries.block.list")}</h2>
        <ul className="list-plain stack stack--tight">
          {blocked.map(({ enquiryId, name, isStopped }) => (
            <li key={enquiryId} className="row row--between">
              <a href={url(paths.enquiry(enquiryId))}>{name}</a>
              {isStopped ? null : (
                <ActionButton
                  action={url(paths.enquiryBlock(enquiryId))}
                  fields={{ blocked: "" }}
                  variant="secondary"
                  size="small"
                >
                  {t("enquiries.block.undo")}
                  <span className="visually-hidden">{`: ${name}`}</span>
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Boxes({ current, waiting }: { current: Box; waiting: number }) {
  const { t, url } = usePage();
  return (
    <nav className="row" aria-label={t("enquiries.inbox.boxes")}>
      {BOXES.map((box) => (
        <LinkButton
          key={box}
          href={url(paths.inbox({ box }))}
          variant={box === current ? "secondary" : "quiet"}
          size="small"
          aria-current={box === current ? "page" : undefined}
        >
          {box === "waiting"
            ? t("enquiries.inbox.toAnswer") + formatWaiting(waiting)
            : t(`enquiries.inbox.${box}`)}
        </LinkButton>
      ))}
    </nav>
  );
}

function formatWaiting(waiting: number): string {
  if (waiting === 0) return "";
  return waiting > MAX_WAITING_COUNT ? ` (${MAX_WAITING_COUNT}+)` : ` (${waiting})`;
}

function Entry({ row, isSent, now }: { row: InboxRow; isSent: boolean; now: number }) {
  const { t, url } = usePage();
  const learner = toLearner(row);
  const lesson = row.lesson && row.state !== "spam" ? formatLessonState(t, row.lesson, row.name) : null;
  return (
    <li className={row.unread ? "entry entry--unread" : "entry"}>
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.enquiry(row.id))}>{row.name}</a>
        </p>
        <p className="entry__meta">
          {row.listingTitle || t("enquiries.erased.listing")}
          {learner ? ` · ${formatLearner(t, learner, isSent)}` : null}
        </p>
        {lesson ? <p className="small">{lesson}</p> : null}
        {row.hasReported && !row.hasBlocked ? <p className="muted">{t("enquiries.inbox.reported")}</p> : null}
        {/* The reader need not see again what that person wrote. */}
        {row.own || !(row.hasBlocked || row.hasReported) ? (
          <p>
            {row.own ? <span className="muted">{t("enquiries.inbox.own")} </span> : null}
            {row.excerpt}
          </p>
        ) : null}
      </div>
      <div className="entry__side">
        {row.unread ? <Badge tone="positive">{t("enquiries.inbox.unread")}</Badge> : null}
        <ConversationBadge {...row} isTeacher={!isSent} hasLesson={row.lesson?.state === "accepted"} />
        <span className="small muted">
          <RelativeTime ts={row.lastMessageTs} now={now} />
        </span>
      </div>
    </li>
  );
}

/** What is agreed, proposed, cancelled or asked about the first lesson; null if nothing is. */
function formatLessonState(t: Translator, lesson: AppointmentView, name: string): string | null {
  const { state, isOwn, tookPlace } = lesson;
  const time = lesson.time === null ? null : formatLessonTime(lesson.time, t.locale);
  if (state === "proposed") return t(`appointments.inbox.proposed.${isOwn ? "own" : "other"}`, { name });
  if (time === null) return null;
  if (state === "past") return tookPlace === null ? t("appointments.question", { time }) : null;
  return state === "declined" ? null : t(`appointments.inbox.${state}`, { time });
}

function Empty({ box }: { box: Box }) {
  const { t, url } = usePage();
  const action =
    box === "sent" ? (
      <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>
    ) : box !== "spam" ? (
      <LinkButton href={url(paths.ownListings())}>{t("general.nav.myListings")}</LinkButton>
    ) : null;
  return (
    <EmptyState title={t(`enquiries.empty.${box}`)} action={action}>
      <p>{t(`enquiries.empty.${box}Text`)}</p>
    </EmptyState>
  );
}
