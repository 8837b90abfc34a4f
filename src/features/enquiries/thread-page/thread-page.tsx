import type { ReactNode } from "react";
import { DangerNotice } from "@/features/moderation";
import { URGENT_REPORT_REASONS } from "@/shared/codes";
import { formatDate } from "@/shared/format";
import { formatLearner, toLearner } from "@/shared/format-learner";
import { paths } from "@/shared/paths";
import { FULL_ANSWER_LENGTH } from "@/shared/schemas/enquiry";
import { Avatar } from "@/ui/avatar";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { MessageThread } from "@/ui/message-thread";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { TextWithHelplines } from "@/ui/text-with-helplines";
import type { AppointmentView } from "../appointments/queries";
import { GuestOptions } from "../confirmation/guest-link-page";
import type { WaitingMessage } from "../confirmation/list-waiting-messages";
import { WaitingMessages } from "../confirmation/waiting-messages";
import { MinorAdvice, SafetyAdvice } from "../form/safety-advice";
import { SimilarTeachers, type SimilarTeachersProps } from "../form/similar-teachers";
import { isDuringStop } from "../is-during-stop";
import { isLessonInDoubt } from "../is-lesson-in-doubt";
import { findMessageWarning } from "../message-warning";
import { findStateForSide } from "../names";
import type { ConversationReport, EnquiryView, LiftedStop, Message } from "../queries";
import { ConversationBadge } from "../threads/conversation-badge";
import { LiftedStopText } from "../threads/lifted-stop-text";
import { Redress } from "../threads/redress";
import { AnswerArea, type AnswerFormProps, OtherTeachers } from "./answer-area";
import { type CorrectedParent, ParentCorrection } from "./parent-correction";
import { Block, Filing, MessageWarningNotice, ReviewLink, UndoNoAnswer } from "./thread-actions";

export type ThreadPageProps = AnswerFormProps & {
  enquiry: Pick<
    EnquiryView,
    | "id"
    | "side"
    | "state"
    | "listing"
    | "names"
    | "hasBothSides"
    | "isOtherClosed"
    | "hasReview"
    | "isWaiting"
    | "isUnanswered"
    | "isUnrepliedAnswer"
    | "answerTurn"
    | "hasBlocked"
    | "isStoppedByTeam"
    | "mayUnblock"
    | "hasOpenRefusal"
    | "awaitsDecision"
    | "hasOpenDanger"
    | "hasDangerWarning"
    | "nextLessonTs"
    | "isLearnerMinor"
    | "isLearnerUnder18"
    | "answeredTs"
    | "requestId"
    | "isRequestClosed"
    | "isRequestShown"
    | "learnerWho"
    | "learnerGrade"
    | "parentEmail"
    | "parentStopKey"
    | "createdTs"
    | "remindedTs"
    | "isBlocked"
    | "isCounting"
    | "teacher"
    | "learner"
  >;
  messages: readonly Message[];
  /** See `listConversationReports`. */
  reports: readonly ConversationReport[];
  /** Null without one, and while the messages are stopped. */
  liftedStop: LiftedStop | null;
  /** The page with other teachers for a message without an answer; null before there is one. */
  offerPath: string | null;
  /** ms, `ctx.now`. */
  now: number;
  /** Why a teacher has to wait for the learner; null if the teacher does not. */
  waitsText?: string | null;
  /** Whether the reader may review the teacher, or did, and the panel of lessons does not lead there. */
  hasReviewLink: boolean;
  /** The token of a guest's link; null for accounts. */
  token?: string | null;
  /** The action just completed: a key of `enquiries.done`. */
  done: string | null;
  /** Another address of a parent that was refused; null without one. */
  parent: CorrectedParent | null;
  /** The lesson that is agreed or was held, or another state of the first one; null before the first. */
  lesson?: Pick<AppointmentView, "state" | "time" | "tookPlace"> | null;
  /** What the two sides agree about the first lesson. */
  lessons?: ReactNode;
  /** Other teachers, right after the first message was sent. */
  similar?: SimilarTeachersProps | null;
  /** Other messages of a guest that wait for confirmation, right after one was confirmed. */
  waiting?: readonly WaitingMessage[];
};

/** Which text tells the reader what was decided about their report. */
function findAnswer(
  report: ConversationReport,
  { hasBlocked, isStoppedByTeam }: ThreadPageProps["enquiry"],
  liftedStop: LiftedStop | null,
) {
  if (report.liftedTs) return "lifted";
  // The reader ended the stop that the report led to.
  if (report.measure === "blocked" && !hasBlocked) return "unblocked";
  // An earlier decision is in force.
  if (report.outcome === "dismissed" && isStoppedByTeam) return "noFurther";
  if (report.outcome === "dismissed" && isDuringStop(liftedStop, report.decidedTs ?? 0))
    return "noFurtherBefore";
  return report.measure ?? report.outcome;
}

/** What became of the reader's reports, with the redress of Regulation (EU) 2022/2065, art. 16 (5). */
function OwnReports({
  reports,
  enquiry,
  liftedStop,
}: Pick<ThreadPageProps, "reports" | "enquiry" | "liftedStop">) {
  const { t, locale } = usePage();
  const isDecided = reports.some(({ outcome }) => outcome !== null);
  const lifted = <LiftedStopText stop={reports.some(({ liftedTs }) => liftedTs) ? null : liftedStop} />;
  if (reports.length === 0) return lifted;
  return (
    <Notice title={t("enquiries.thread.reported.title")}>
      {reports.toReversed().map((report) => {
        const { outcome, createdTs, decisionText, measureReason, liftedTs } = report;
        const key = outcome !== null ? "decided" : isDecided ? "openAgain" : "open";
        const answer = `moderation.conversations.answers.${findAnswer(report, enquiry, liftedStop)}`;
        return (
          <div key={outcome}>
            <p>
              {[
                t(`enquiries.thread.reported.${key}`, { date: formatDate(createdTs, locale) }),
                measureReason && !liftedTs ? t(`moderation.conversations.breaks.${measureReason}`) : "",
                t.has(answer) ? t(answer) : "",
              ]
                .filter(Boolean)
                .join(" ")}
            </p>
            {decisionText ? (
              <>
                <p>{t("enquiries.thread.reported.explained")}</p>
                <p className="message__text">{decisionText}</p>
              </>
            ) : null}
          </div>
        );
      })}
      {lifted}
      {isDecided ? <Redress /> : null}
    </Notice>
  );
}

/** A conversation for its two sides. */
export function ThreadPage({
  enquiry,
  messages,
  reports,
  liftedStop,
  offerPath,
  now,
  waitsText = null,
  hasReviewLink,
  token = null,
  done,
  parent,
  lesson = null,
  lessons = null,
  similar = null,
  waiting = [],
  ...form
}: ThreadPageProps) {
  const { t, url } = usePage();
  const { side, names, listing, state, hasBothSides } = enquiry;
  const otherName = side === "teacher" ? names.learner : names.teacher;
  const person = side === "teacher" ? enquiry.learner : enquiry.teacher;
  const learner = toLearner(enquiry);
  const hasLesson =
    lesson?.state === "accepted" ||
    (lesson?.state === "past" && lesson.time !== null && lesson.tookPlace !== false);
  const [report = null] = reports;
  const isReportOpen = report !== null && report.outcome === null;
  const block = hasBothSides ? <Block enquiry={enquiry} token={token} /> : null;
  // Once the other side has left, the text in place of the form has the link.
  const otherTeachers =
    side === "learner" && hasBothSides && !enquiry.isOtherClosed ? (
      <OtherTeachers enquiry={enquiry} offerPath={offerPath} />
    ) : null;
  const isBlockOffered = done === "reported" && hasBothSides && !enquiry.hasBlocked;
  // The text below says so of an address that stopped all copies before.
  const isParentStopped = done === "parent_corrected" && enquiry.parentEmail === null;
  const reportHref = url(
    listing && hasBothSides ? paths.reportEnquiry(enquiry.id, { token }) : paths.contact(),
  );
  const warn = ({ text, createdTs }: Message) => {
    // The team found nothing wrong with what it read, each time.
    const read = reports.filter((one) => one.outcome !== null && createdTs <= one.createdTs);
    const isCleared = read.length > 0 && read.every(({ outcome }) => outcome === "dismissed");
    const warning = isCleared ? null : findMessageWarning(text, enquiry);
    return (
      warning && <MessageWarningNotice warning={warning} reportHref={isReportOpen ? null : reportHref} />
    );
  };
  const content = (
    <div className="container container--narrow page">
      {token === null ? (
        <Breadcrumbs
          crumbs={[{ label: t("enquiries.inbox.heading"), href: url(paths.inbox({ box: getBox(enquiry) })) }]}
          current={otherName}
        />
      ) : null}
      <header className="page-head">
        <div className="person">
          {person ? (
            <Avatar name={otherName} size="small" {...(person.disabledTs === null ? { person } : {})} />
          ) : null}
          <h1>{otherName}</h1>
        </div>
        <p className="page-head__lead">
          {!listing?.title ? (
            t("enquiries.erased.listing")
          ) : listing.isVisible || side === "teacher" ? (
            <a href={url(paths.listing(listing.id))}>{listing.title}</a>
          ) : (
            listing.title
          )}
        </p>
        {learner ? (
          <p className="small muted">
            {formatLearner(t, learner, side === "learner")}
            {side === "teacher" && learner.who === "child" ? `. ${t("enquiries.thread.childParent")}` : null}
          </p>
        ) : null}
        {enquiry.requestId && (side === "learner" || enquiry.isRequestShown) ? (
          <p className="small">
            <a href={url(paths.request(enquiry.requestId))}>{t(`enquiries.thread.request.${side}`)}</a>
            {/* The text in place of the form says it too. */}
            {enquiry.isRequestClosed && side === "teacher" && waitsText === null
              ? ` · ${t("enquiries.thread.request.closed")}`
              : null}
          </p>
        ) : null}
        <p>
          <ConversationBadge
            isTeacher={side === "teacher"}
            hasBlocked={enquiry.hasBlocked}
            isStoppedByTeam={enquiry.isStoppedByTeam}
            awaitsDecision={enquiry.awaitsDecision}
            // The page says what to do about it.
            hasLesson={lesson?.state === "accepted" && !(side === "learner" && isLessonInDoubt(enquiry))}
            isWaiting={enquiry.isWaiting}
            isUnanswered={enquiry.isUnanswered}
            answerTurn={enquiry.answerTurn}
            state={findStateForSide(side, state)}
          />
        </p>
      </header>
      <div className="stack stack--loose">
        {done && !isParentStopped ? (
          <Notice tone="success" live>
            <p>
              {t(`enquiries.done.${done}`, {
                n: FULL_ANSWER_LENGTH,
                deadline: t(
                  `moderation.reports.deadlines.${report && URGENT_REPORT_REASONS.includes(report.reason) ? "urgent" : "other"}`,
                ),
              })}
            </p>
            {isBlockOffered ? block : null}
            {done === "reported" && enquiry.hasBlocked && !enquiry.isStoppedByTeam ? (
              <p>{t("enquiries.done.blocked")}</p>
            ) : null}
            {done === "reported" && side === "learner" && enquiry.isLearnerMinor ? (
              <p>{t("enquiries.report.tellAdult")}</p>
            ) : null}
            {done === "reported" ? otherTeachers : null}
            {done === "no_answer" && side === "teacher" && !enquiry.isWaiting ? (
              <UndoNoAnswer id={enquiry.id} />
            ) : null}
          </Notice>
        ) : null}
        {enquiry.hasBlocked ? block : null}
        <OwnReports
          reports={reports.filter(({ outcome }) => outcome !== null || done !== "reported")}
          enquiry={enquiry}
          liftedStop={liftedStop}
        />
        <WaitingMessages messages={waiting} />
        {done === "reported" ? <DangerNotice /> : null}
        {side === "teacher" && enquiry.isLearnerMinor ? (
          <Notice title={t("enquiries.thread.minorTitle")}>
            <p>{t("enquiries.thread.minor")}</p>
            {(enquiry.parentEmail ?? enquiry.parentStopKey) ? (
              <p>{t("enquiries.thread.parentCopies")}</p>
            ) : null}
          </Notice>
        ) : null}
        {side === "learner" && enquiry.isLearnerMinor && (enquiry.parentEmail || enquiry.parentStopKey) ? (
          <div className="stack stack--tight">
            <p className="small muted break-anywhere">
              {enquiry.parentEmail
                ? t("enquiries.thread.ownCopies", { email: enquiry.parentEmail })
                : t("enquiries.thread.stoppedCopies")}
            </p>
            {enquiry.parentEmail ? (
              <ParentCorrection id={enquiry.id} email={enquiry.parentEmail} refused={parent} />
            ) : null}
          </div>
        ) : null}
        {side === "learner" && enquiry.hasOpenRefusal && !enquiry.hasBlocked ? (
          <Notice tone="warning">
            <p>
              <TextWithHelplines>{t("enquiries.thread.refused", { name: names.teacher })}</TextWithHelplines>
            </p>
          </Notice>
        ) : null}
        {side === "learner" &&
        enquiry.isLearnerUnder18 &&
        enquiry.hasOpenDanger === 1 &&
        !enquiry.hasBlocked ? (
          <Notice>
            <p>{t("enquiries.thread.checking")}</p>
          </Notice>
        ) : null}
        {side === "learner" ? <MinorAdvice /> : null}
        {lessons}
        {messages.length > 0 ? (
          <MessageThread
            messages={messages.map((message) => ({
              ...message,
              author: names[message.author],
              own: message.author === side,
              note: message.author === "teacher" && side === "learner" ? warn(message) : null,
            }))}
          />
        ) : null}
        <AnswerArea
          enquiry={enquiry}
          token={token}
          hasLearnerWritten={messages.some(({ author }) => author === "learner")}
          isSentNow={similar !== null}
          isReported={report !== null || (enquiry.isLearnerUnder18 && enquiry.hasOpenDanger === 1)}
          mayReopen={!enquiry.hasBlocked && report?.measure !== "disabled"}
          offerPath={offerPath}
          now={now}
          waitsText={waitsText}
          {...form}
        />
        {enquiry.hasBlocked && done !== "reported" ? otherTeachers : null}
        {side === "teacher" && hasBothSides ? (
          <p className="small muted">
            {t("enquiries.thread.confirmed")} <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
          </p>
        ) : null}
        <div className="stack stack--tight">
          {side === "learner" ? <SafetyAdvice /> : null}
          <p>
            {isReportOpen && listing && hasBothSides ? `${t("enquiries.parent.reportMore")} ` : null}
            <a href={reportHref} rel="nofollow">
              {t("enquiries.thread.report")}
            </a>
          </p>
          {report && !isBlockOffered && !enquiry.hasBlocked ? block : null}
        </div>
        {hasReviewLink ? (
          <ReviewLink id={enquiry.id} token={token} isWritten={Boolean(enquiry.hasReview)} />
        ) : null}
        {side === "teacher" ? <Filing enquiry={enquiry} hasLesson={hasLesson} /> : null}
        {report || isBlockOffered || enquiry.hasBlocked ? null : block}
        {token === null ? null : <GuestOptions id={enquiry.id} token={token} isReportOpen={isReportOpen} />}
      </div>
    </div>
  );
  return (
    <>
      {content}
      {similar ? <SimilarTeachers {...similar} /> : null}
    </>
  );
}

const getBox = ({ side, state }: ThreadPageProps["enquiry"]) =>
  side === "learner" ? "sent" : state === "spam" ? "spam" : "received";
