import type { ReactNode } from "react";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { formatTeacherReplyTime, isReliable } from "@/shared/reply-time";
import { FULL_ANSWER_LENGTH, MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { Enhanced } from "@/ui/enhanced";
import { ErrorSummary, type FormErrors, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { asksAboutChild } from "../asks-about-child";
import { SendButtons } from "../form/enquiry-form";
import { ParentField } from "../form/learner-fields";
import { CHILD_HINT, HINT_FIELD, listFurtherHints, PARENT_HINT } from "../form/message-hint";
import { ContactHint, HeldTexts } from "../form/message-hints";
import { toLearnerSearch } from "../form/to-learner-search";
import { OFFER_AFTER_MS } from "../offers/find-offer";
import type { EnquiryView } from "../queries";

/** The form for the next message, with what was typed before. */
export type AnswerFormProps = {
  /** An id for the next message: the same form sent twice creates one message. */
  submissionId: string;
  values?: { message: string; parent_email?: string };
  errors?: FormErrors;
  refused?: string | null;
  isHeld?: boolean;
  /** Whether the form asks once before it sends `values`, about contact data or about a child. */
  isAsking?: boolean;
};

type AnswerAreaProps = AnswerFormProps & {
  enquiry: Pick<
    EnquiryView,
    | "id"
    | "side"
    | "state"
    | "names"
    | "listing"
    | "teacher"
    | "hasBothSides"
    | "isOtherClosed"
    | "hasBlocked"
    | "answeredTs"
    | "learnerWho"
    | "learnerGrade"
    | "createdTs"
    | "remindedTs"
    | "isBlocked"
    | "isCounting"
    | "isLearnerMinor"
    | "parentEmail"
    | "parentStopKey"
  >;
  /** The token of a guest's link; null for accounts. */
  token: string | null;
  /** Whether the learner has written: not yet after an answer to a request. */
  hasLearnerWritten: boolean;
  /** Whether the first message was sent by the form before this page. */
  isSentNow: boolean;
  /** Whether the learner reported it, or the team decides about a danger to a learner under 18: nobody awaits an answer. */
  isReported: boolean;
  /**
   * Whether the reader of a closed account's conversation can write again once the account is reopened: not if the reader
   * blocked the person, or a report of the reader led to disabling the account.
   */
  mayReopen: boolean;
  /** The page with other teachers for the message; null before there is one. */
  offerPath: string | null;
  /** ms */
  now: number;
  /** Why a teacher has to wait for the learner, in place of the form; null if the teacher does not. */
  waitsText: string | null;
};

/** The form for the next message, or why there is none. */
export function AnswerArea({
  enquiry,
  token,
  hasLearnerWritten,
  isSentNow,
  isReported,
  mayReopen,
  offerPath,
  now,
  waitsText,
  ...form
}: AnswerAreaProps) {
  const { t } = usePage();
  const { side, names, hasBothSides } = enquiry;
  if (!hasBothSides || enquiry.isOtherClosed) {
    const name = side === "teacher" ? names.learner : names.teacher;
    const text = t(`enquiries.${hasBothSides ? "closed" : "erased"}.text`, { name });
    return (
      <Unsent text={hasBothSides && mayReopen ? `${text} ${t("enquiries.closed.reopens")}` : text} {...form}>
        {side === "learner" ? (
          <OtherTeachers enquiry={enquiry} offerPath={null} />
        ) : (
          <p>{t("enquiries.closed.noAnswer")}</p>
        )}
      </Unsent>
    );
  }
  if (side === "learner" && enquiry.state === "spam")
    return <p className="muted">{t("general.refusals.enquiry_closed")}</p>;
  if (enquiry.hasBlocked) return null;
  if (waitsText !== null)
    return form.values ? <Unsent text={waitsText} {...form} /> : <p className="muted">{waitsText}</p>;
  const isUnanswered = side === "learner" && enquiry.answeredTs === null;
  const isAboutChild = enquiry.learnerWho === "child";
  return (
    <>
      {isUnanswered ? (
        <Unanswered
          enquiry={enquiry}
          isSentNow={isSentNow}
          isReported={isReported}
          offerPath={offerPath}
          now={now}
        />
      ) : null}
      <Enhanced name="keep-draft" texts={{ key: enquiry.id }} immediate>
        <AnswerForm
          id={enquiry.id}
          token={token}
          label={t(side === "teacher" ? "enquiries.thread.answer" : "enquiries.form.message")}
          isToLearner={side === "teacher"}
          hints={[
            ...(isAboutChild ? [side === "teacher" ? CHILD_HINT : PARENT_HINT] : []),
            // Contact data for a learner under 18 is held instead.
            ...((isUnanswered && !isAboutChild) ||
            (side === "teacher" && !hasLearnerWritten && !enquiry.isLearnerMinor)
              ? ["1"]
              : []),
          ]}
          asksParent={
            side === "learner" && enquiry.isLearnerMinor && !(enquiry.parentEmail ?? enquiry.parentStopKey)
          }
          help={[
            ...(isAboutChild ? [t(`enquiries.thread.aboutChild.${side}`)] : []),
            ...(enquiry.isCounting ? [t("enquiries.thread.counts", { n: FULL_ANSWER_LENGTH })] : []),
          ].join(" ")}
          {...form}
        />
      </Enhanced>
    </>
  );
}

/** What a learner without a reply can do. */
function Unanswered({
  enquiry,
  isSentNow,
  isReported,
  offerPath,
  now,
}: Pick<AnswerAreaProps, "enquiry" | "isSentNow" | "isReported" | "offerPath" | "now">) {
  const { t, locale } = usePage();
  const { teacher, names, createdTs, remindedTs, isBlocked } = enquiry;
  const others = <OtherTeachers enquiry={enquiry} offerPath={offerPath} />;
  if (now >= createdTs + OFFER_AFTER_MS) {
    // A missing reminder would tell a sender of the teacher's block.
    const reminded = remindedTs ?? (isBlocked ? createdTs + DAY_MS : null);
    return (
      <Notice title={t("enquiries.thread.unanswered")}>
        <p>
          {t("enquiries.thread.late")}{" "}
          {reminded === null ? null : t("enquiries.thread.reminded", { date: formatDate(reminded, locale) })}
        </p>
        {others}
      </Notice>
    );
  }
  const replyMedianS = teacher && isReliable(teacher.replies) ? teacher.replyMedianS : null;
  return (
    <Notice title={isSentNow ? null : t("enquiries.thread.unanswered")}>
      <p>
        {replyMedianS === null || isReported
          ? null
          : `${formatTeacherReplyTime(t, names.teacher, replyMedianS)}. `}
        {isReported ? null : `${t("enquiries.thread.next")} `}
        {t("enquiries.thread.noReply")}
      </p>
      {isSentNow ? null : others}
    </Notice>
  );
}

/** The way to other teachers. The search is empty if the listing was erased with its owner. */
export function OtherTeachers({
  enquiry: { listing, learnerGrade },
  offerPath,
}: {
  enquiry: Pick<EnquiryView, "listing" | "learnerGrade">;
  offerPath: string | null;
}) {
  const { t, url } = usePage();
  const search = listing && toLearnerSearch(listing, learnerGrade);
  return (
    <p>
      <a href={url(offerPath ?? paths.listings({ ...search, select: true }))}>{t("enquiries.more.title")}</a>
    </p>
  );
}

/** Replaces the form when nothing more can be sent; the typed message can be copied. */
function Unsent({
  text,
  refused,
  values,
  children,
}: Pick<AnswerFormProps, "refused" | "values"> & { text: string; children?: ReactNode }) {
  return (
    <Notice tone={refused ? "danger" : "info"} title={refused} live={Boolean(refused)}>
      <p>{text}</p>
      {values ? <p className="message__text">{values.message}</p> : null}
      {children}
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
  isToLearner,
  hints,
  asksParent,
  help,
}: AnswerFormProps & {
  id: string;
  token: string | null;
  label: string;
  isToLearner: boolean;
  /** The values of `HINT_FIELD`: contact data of a sender without a reply, and a teacher's text about a child. */
  hints: readonly string[];
  /** Whether a learner under 18 may name a parent. */
  asksParent: boolean;
  help: string;
}) {
  const { t, url, visitor } = usePage();
  const message = values?.message ?? "";
  const isMinor = visitor?.isMinor === true;
  const asked = isAsking ? listFurtherHints(message, hints, { isMinor }) : [];
  return (
    <form method="post" action={url(paths.enquiry(id))} className="form" noValidate>
      <ErrorSummary
        errors={errors}
        message={refused ?? null}
        labels={{ message: label, parent_email: t("enquiries.learner.parent") }}
      />
      <input type="hidden" name="once" value={submissionId} />
      {token === null ? null : <input type="hidden" name="token" value={token} />}
      {isHeld ? <HeldTexts message={message} isMinor={isMinor} /> : null}
      {asked.includes("1") || asked.includes(PARENT_HINT) ? (
        <ContactHint
          message={message}
          isToLearner={isToLearner}
          isAboutChild={asked.includes(PARENT_HINT)}
          takesFocus
        />
      ) : null}
      {asked.includes(CHILD_HINT) ? (
        <Notice tone="warning" title={t("enquiries.hint.notSent")} live takesFocus>
          <p>{t(`enquiries.hint.${asksAboutChild(message) ? "child" : "whoChildIs"}`)}</p>
        </Notice>
      ) : null}
      {hints.map((hint) => (
        <input key={hint} type="hidden" name={HINT_FIELD} value={hint} />
      ))}
      <TextArea
        name="message"
        label={label}
        value={message}
        help={help}
        error={errors.message}
        maxLength={MESSAGE_LENGTH}
        rows={4}
      />
      {asksParent ? <ParentField value={values?.parent_email} error={errors.parent_email} /> : null}
      <div className="form__actions">
        <SendButtons isHeld={isHeld || asked.length > 0}>{t("enquiries.thread.send")}</SendButtons>
      </div>
    </form>
  );
}
