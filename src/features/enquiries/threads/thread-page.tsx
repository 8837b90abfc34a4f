import type { ReactNode } from "react";
import { toSimilarSearch } from "@/features/listings";
import { DangerNotice } from "@/features/moderation";
import { formatLearner, toLearner } from "@/shared/format-learner";
import { paths } from "@/shared/paths";
import { formatReplyTime, isReliable } from "@/shared/reply-time";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { Avatar } from "@/ui/avatar";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { ActionButton, LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { ErrorSummary, type FormErrors, SubmitButton, TextArea } from "@/ui/form";
import { MessageThread } from "@/ui/message-thread";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { GuestOptions } from "../confirmation/guest-link-page";
import { SendAnyway } from "../form/enquiry-form";
import { HINT_FIELD } from "../form/message-hint";
import { ContactHint } from "../form/message-hints";
import { SafetyAdvice } from "../form/safety-advice";
import { SimilarTeachers, type SimilarTeachersProps } from "../form/similar-teachers";
import { findStateForSide } from "../names";
import type { EnquiryView, Message } from "../queries";
import { ConversationBadge } from "./conversation-badge";

export type ThreadPageProps = {
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
    | "hasBlocked"
    | "isLearnerMinor"
    | "answeredTs"
    | "learnerWho"
    | "learnerGrade"
    | "parentEmail"
    | "teacher"
    | "learner"
  >;
  messages: readonly Message[];
  /** An id for the next message: the same form sent twice creates one message. */
  submissionId: string;
  /** Whether the reader may review the teacher, or did. */
  hasReviewLink: boolean;
  /** The token of a guest's link; null for accounts. */
  token?: string | null;
  /** The action just completed: a key of `enquiries.done`. */
  done: string | null;
  /** What the two sides agree about the first lesson. */
  lessons?: ReactNode;
  /** Other teachers, right after the first message was sent. */
  similar?: SimilarTeachersProps | null;
  values?: { message: string };
  errors?: FormErrors;
  refused?: string | null;
  isHeld?: boolean;
  /** Whether the form asks once before it sends `values` with contact data. */
  isAsking?: boolean;
};

/** A conversation for its two sides. */
export function ThreadPage({
  enquiry,
  messages,
  submissionId,
  hasReviewLink,
  token = null,
  done,
  lessons = null,
  similar = null,
  ...form
}: ThreadPageProps) {
  const { t, url } = usePage();
  const { side, names, listing, state, hasBothSides } = enquiry;
  const otherName = side === "teacher" ? names.learner : names.teacher;
  const person = side === "teacher" ? enquiry.learner : enquiry.teacher;
  const learner = toLearner(enquiry);
  const isBlockOffered = done === "reported" && hasBothSides && !enquiry.hasBlocked;
  const reportHref = url(listing ? paths.reportEnquiry(enquiry.id, { token }) : paths.contact());
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
        {learner ? <p className="small muted">{formatLearner(t, learner)}</p> : null}
        <p>
          <ConversationBadge isWaiting={enquiry.isWaiting} state={findStateForSide(side, state)} />
        </p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`enquiries.done.${done}`)}</p>
            {isBlockOffered ? <Block enquiry={enquiry} token={token} /> : null}
          </Notice>
        ) : null}
        {done === "reported" ? <DangerNotice /> : null}
        {side === "teacher" && enquiry.isLearnerMinor ? (
          <Notice title={t("enquiries.thread.minorTitle")}>
            <p>{t("enquiries.thread.minor")}</p>
            {enquiry.parentEmail ? <p>{t("enquiries.thread.parentCopies")}</p> : null}
          </Notice>
        ) : null}
        {side === "learner" && enquiry.isLearnerMinor && enquiry.parentEmail ? (
          <p className="small muted break-anywhere">
            {t("enquiries.thread.ownCopies", { email: enquiry.parentEmail })}
          </p>
        ) : null}
        {lessons}
        {messages.length > 0 ? (
          <MessageThread
            messages={messages.map(({ author, ...message }) => ({
              ...message,
              author: names[author],
              own: author === side,
            }))}
          />
        ) : null}
        {!hasBothSides || enquiry.isOtherClosed ? (
          <Departed
            text={t(`enquiries.${hasBothSides ? "closed" : "erased"}.text`, { name: otherName })}
            {...form}
          />
        ) : side === "learner" && state === "spam" ? (
          <p className="muted">{t("general.refusals.enquiry_closed")}</p>
        ) : enquiry.hasBlocked ? null : (
          <>
            {side === "learner" && enquiry.answeredTs === null ? (
              <Unanswered enquiry={enquiry} isSentNow={similar !== null} reportHref={reportHref} />
            ) : null}
            <Enhanced name="keep-reply" immediate>
              <AnswerForm
                id={enquiry.id}
                submissionId={submissionId}
                token={token}
                label={t(side === "teacher" ? "enquiries.thread.answer" : "enquiries.form.message")}
                mayAsk={side === "learner" && enquiry.answeredTs === null}
                {...form}
              />
            </Enhanced>
          </>
        )}
        {side === "teacher" && hasBothSides ? (
          <p className="small muted">
            {t("enquiries.thread.confirmed")} <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
          </p>
        ) : null}
        {side === "learner" ? (
          <div className="stack stack--tight">
            <SafetyAdvice />
            <p>
              <a href={reportHref} rel="nofollow">
                {t("enquiries.thread.report")}
              </a>
            </p>
          </div>
        ) : null}
        {hasReviewLink ? (
          <ReviewLink id={enquiry.id} token={token} isWritten={Boolean(enquiry.hasReview)} />
        ) : null}
        {side === "teacher" ? <Filing enquiry={enquiry} /> : null}
        {hasBothSides && !isBlockOffered ? <Block enquiry={enquiry} token={token} /> : null}
        {token === null ? null : <GuestOptions id={enquiry.id} token={token} />}
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

/** What a learner without a reply can do. */
function Unanswered({
  enquiry: { listing, teacher },
  isSentNow,
  reportHref,
}: Pick<ThreadPageProps, "enquiry"> & { isSentNow: boolean; reportHref: string }) {
  const { t, url } = usePage();
  const replyMedianS = teacher && isReliable(teacher.replies) ? teacher.replyMedianS : null;
  return (
    <Notice title={isSentNow ? null : t("enquiries.thread.unanswered")}>
      <p>
        {replyMedianS === null ? null : `${formatReplyTime(t, replyMedianS)}. `}
        {t("enquiries.thread.noReply")}
      </p>
      <p className="row">
        <a href={url(paths.listings({ ...(listing && toSimilarSearch(listing)), select: true }))}>
          {t("enquiries.more.title")}
        </a>
        <a href={reportHref} rel="nofollow">
          {t("enquiries.thread.report")}
        </a>
      </p>
    </Notice>
  );
}

/** Replaces the form when the other side has left; the typed message can be copied. */
function Departed({ text, refused, values }: Pick<ThreadPageProps, "refused" | "values"> & { text: string }) {
  return (
    <Notice tone={refused ? "danger" : "info"} title={refused} live={Boolean(refused)}>
      <p>{text}</p>
      {values ? <p className="message__text">{values.message}</p> : null}
    </Notice>
  );
}

function AnswerForm({
  id,
  submissionId,
  token,
  label,
  values,
  errors = {},
  refused,
  isHeld = false,
  isAsking = false,
  mayAsk,
}: Pick<ThreadPageProps, "values" | "errors" | "refused" | "isHeld" | "isAsking"> & {
  id: string;
  submissionId: string;
  token: string | null;
  label: string;
  /** Whether contact data gets a hint: the teacher has not replied yet. */
  mayAsk: boolean;
}) {
  const { t, url } = usePage();
  return (
    <form method="post" action={url(paths.enquiry(id))} className="form" noValidate>
      <ErrorSummary errors={errors} message={refused ?? null} labels={{ message: label }} />
      <input type="hidden" name="once" value={submissionId} />
      {token === null ? null : <input type="hidden" name="token" value={token} />}
      {isAsking ? <ContactHint message={values?.message ?? ""} recipientCount={1} /> : null}
      {mayAsk && !isAsking ? <input type="hidden" name={HINT_FIELD} value="1" /> : null}
      <TextArea
        name="message"
        label={label}
        value={values?.message ?? ""}
        error={errors.message}
        maxLength={MESSAGE_LENGTH}
        rows={4}
      />
      <div className="form__actions">
        <SubmitButton>{t("enquiries.thread.send")}</SubmitButton>
        {isHeld ? <SendAnyway /> : null}
      </div>
    </form>
  );
}

/** Blocks the other side after a confirmation, or unblocks it. */
function Block({
  enquiry: { id, hasBlocked },
  token,
}: Pick<ThreadPageProps, "enquiry"> & { token: string | null }) {
  const { t, url } = usePage();
  const button = (
    <ActionButton
      action={url(paths.enquiryBlock(id))}
      fields={{ blocked: hasBlocked ? "" : "1", ...(token === null ? {} : { token }) }}
      variant={hasBlocked ? "secondary" : "danger"}
      size="small"
    >
      {t(`enquiries.block.${hasBlocked ? "undo" : "do"}`)}
    </ActionButton>
  );
  if (hasBlocked)
    return (
      <Notice tone="warning" title={t("enquiries.block.title")}>
        <p>{t("enquiries.block.text")}</p>
        {button}
      </Notice>
    );
  return (
    <details className="confirm">
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{t("enquiries.block.do")}</span>
        <span className="confirm__close">{t("general.common.cancel")}</span>
      </summary>
      <div className="confirm__form panel">
        <p className="small">{t("enquiries.block.help")}</p>
        {button}
      </div>
    </details>
  );
}

/** The way to the form or the review, only for the learner's side. */
function ReviewLink({ id, token, isWritten }: { id: string; token: string | null; isWritten: boolean }) {
  const { t, url } = usePage();
  return (
    <section className="panel">
      <div className="stack stack--tight">
        <h2>{t("enquiries.review.heading")}</h2>
        <p className="small muted">{t("enquiries.review.text")}</p>
        <div className="row">
          <LinkButton
            href={url(paths.enquiryReview(id, token === null ? {} : { token }))}
            variant="secondary"
            size="small"
          >
            {t(isWritten ? "enquiries.review.see" : "enquiries.review.write")}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

/** Buttons to file the conversation, only for the teacher. */
function Filing({ enquiry: { id, state, isWaiting } }: Pick<ThreadPageProps, "enquiry">) {
  const { t, url } = usePage();
  const open = state === "new" || state === "answered";
  // The states that the buttons set. "No answer needed" keeps an outcome.
  const choices: Record<string, string> = {
    ...(isWaiting ? { noAnswer: open ? "answered" : state } : {}),
    ...(open ? {} : { open: "new" }),
    won: "won",
    lost: "lost",
    spam: "spam",
  };
  return (
    <section className="panel">
      <div className="stack stack--tight">
        <h2>{t("enquiries.filing.heading")}</h2>
        <p className="small muted">{t("enquiries.filing.help")}</p>
        <div className="row">
          {Object.entries(choices).map(([choice, next]) =>
            choice === state ? null : (
              <ActionButton
                key={choice}
                action={url(paths.enquiryState(id))}
                fields={{ state: next }}
                variant={choice === "spam" ? "danger" : "secondary"}
                size="small"
              >
                {t(`enquiries.filing.${choice}`)}
              </ActionButton>
            ),
          )}
        </div>
      </div>
    </section>
  );
}
