import type { ReactNode } from "react";
import type { Side } from "@/shared/codes";
import { formatLessonTime } from "@/shared/format";
import { formatPlace } from "@/shared/format-lesson-place";
import { paths } from "@/shared/paths";
import { CANCEL_REASON_LENGTH, isNamedPlace, ONLINE } from "@/shared/schemas/appointment";
import { ActionButton, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { ErrorSummary, type FormErrors, RadioGroup, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { isLessonInDoubt } from "../is-lesson-in-doubt";
import { getOtherSide } from "../names";
import type { EnquiryView } from "../queries";
import { hasBegun, isOpenState } from "./appointment-state";
import { formatChildAdvice, formatHowToMeet, formatOverlaps, formatPrice } from "./format-lesson";
import { type ConversationLessons, findProposal } from "./load-lessons";
import { EMPTY_PROPOSAL, ProposalForm, type ProposalValues } from "./proposal-form";
import type { AppointmentView, Overlap } from "./queries";

/** If the listing was erased. */
const DEFAULT_MINUTES = 60;

/** A form of the panel that was not accepted, with what was typed. */
export type PanelForm = {
  errors: FormErrors;
  message: string | null;
  /** The values of the form for a proposal; null for another form. */
  proposal: ProposalValues | null;
  overlaps?: readonly Overlap[];
  nightTimes?: readonly number[];
  /** The reason to cancel. */
  reason?: string;
};

type PanelProps = {
  enquiry: Pick<
    EnquiryView,
    | "id"
    | "side"
    | "names"
    | "listing"
    | "hasBothSides"
    | "learnerWho"
    | "isLearnerMinor"
    | "parentEmail"
    | "ownBlockTs"
    | "hasOpenDanger"
    | "hasDangerWarning"
    | "nextLessonTs"
    | "awaitsDecision"
  >;
  lessons: ConversationLessons;
  /** Whether the conversation takes no further lessons: what was agreed stays to be read. */
  isClosed: boolean;
  /** Whether the reader has to wait for a reply: a proposal can be withdrawn, but no other one made. */
  isWaiting: boolean;
  /** Whether the reader, who said that the lesson took place, may review the teacher. */
  isReviewAsked: boolean;
  /** The token of a guest's link; null for accounts. */
  token: string | null;
  submissionId: string;
  form: PanelForm | null;
  /** ms */
  now: number;
};

/** The first lesson in a conversation: what is agreed, proposed or asked, and the forms of its reader. */
export function AppointmentPanel({
  enquiry,
  lessons,
  isClosed,
  isWaiting,
  isReviewAsked,
  token,
  submissionId,
  form,
  now,
}: PanelProps) {
  const { t, url } = usePage();
  const { current, move, isCounter, unreported, newestWithPlace, overlaps } = lessons;
  const isAccepted = current?.state === "accepted";
  const proposal = findProposal(lessons);
  const shown = proposal ?? (isAccepted ? current : null);
  const shownPrice = shown && formatPrice(t, enquiry.listing, shown.minutes);
  const purpose = proposal ? "proposeOther" : isAccepted ? "move" : "propose";
  // A lesson that may be in the reader's calendar.
  const cancelledLesson = current?.state === "cancelled" && current.time !== null ? current : null;
  const fields: HiddenFields = token === null ? {} : { token };
  const values = form?.proposal ?? {
    ...EMPTY_PROPOSAL,
    minutes: String(newestWithPlace?.minutes ?? enquiry.listing?.sessionMinutes ?? DEFAULT_MINUTES),
    ...(newestWithPlace ? toPlaceValues(newestWithPlace.place) : { where: findOnlyPlace(enquiry.listing) }),
  };
  // After an agreed lesson, another first lesson only makes sense if it did not take place.
  const mayPropose =
    !isClosed &&
    (form?.proposal || current?.state !== "past" || current.time === null || current.tookPlace === false);
  const isHeld = enquiry.awaitsDecision;
  // The agreed lesson is being given: there is nothing left to prepare or to change.
  const isBegun = isAccepted && hasBegun(current, now);
  // A form that was not accepted stays, with what was typed.
  const hasForm = !isWaiting && !((isHeld || isBegun) && !form?.proposal);
  const agreedActions =
    isAccepted && !isBegun ? (
      <>
        <LinkButton href={url(paths.appointmentFile(current.id, fields))} variant="secondary" size="small">
          {t("appointments.toCalendar")}
        </LinkButton>
        <Cancel appointment={current} fields={fields} form={form} />
      </>
    ) : null;
  return (
    <section className="panel stack" aria-labelledby="first-lesson">
      <h2 id="first-lesson">{t("appointments.heading")}</h2>
      {form?.proposal === null ? <ErrorSummary errors={form.errors} message={form.message} /> : null}
      {form?.reason && !(mayPropose && agreedActions) ? (
        <TextArea
          name="reason"
          label={t("appointments.form.reason")}
          help={t("appointments.unsentReason")}
          value={form.reason}
          rows={2}
        />
      ) : null}
      {move ? <h3>{t("appointments.agreed")}</h3> : null}
      {current ? <Appointment appointment={current} isCounter={isCounter} enquiry={enquiry} /> : null}
      {agreedActions && enquiry.side === "learner" && isLessonInDoubt(enquiry) ? (
        <Notice tone="warning">
          <p>{t(`appointments.inDoubt.${enquiry.hasOpenDanger === 1 ? "checking" : "warned"}`)}</p>
        </Notice>
      ) : null}
      {move && mayPropose && agreedActions ? <div className="row">{agreedActions}</div> : null}
      {move ? (
        <>
          <h3>{t("appointments.moveHeading")}</h3>
          <Appointment appointment={move} isMove isCounter={false} enquiry={enquiry} />
        </>
      ) : null}
      {shownPrice ? <p>{shownPrice}</p> : null}
      {cancelledLesson ? (
        <div className="row">
          <LinkButton
            href={url(paths.appointmentFile(cancelledLesson.id, fields))}
            variant="secondary"
            size="small"
          >
            {t("appointments.fromCalendar")}
          </LinkButton>
        </div>
      ) : null}
      {overlaps.length > 0 && (proposal ? proposal.isOwn : isAccepted) ? (
        <OverlapNotice proposal={proposal} overlaps={overlaps} />
      ) : null}
      {unreported && !isClosed ? (
        <Question appointment={unreported} side={enquiry.side} fields={fields} />
      ) : null}
      {mayReportAbsence(current, enquiry, now) ? (
        <p>
          {t("appointments.absent")}{" "}
          <a href={url(paths.reportEnquiry(enquiry.id, { ...fields, reason: "no_show" }))} rel="nofollow">
            {t("enquiries.thread.report")}
          </a>
        </p>
      ) : null}
      {isReviewAsked ? (
        <div className="row">
          <LinkButton href={url(paths.enquiryReview(enquiry.id, fields))} size="small">
            {t("enquiries.review.write")}
          </LinkButton>
        </div>
      ) : null}
      {proposal && !proposal.isOwn && !isClosed && !isHeld ? (
        <Answer lessons={lessons} appointment={proposal} fields={fields} />
      ) : null}
      {mayPropose && (proposal || (agreedActions && !move) || hasForm) ? (
        <div className="row">
          {proposal ? (
            <ActionButton
              action={url(paths.appointmentAction(proposal.id, proposal.isOwn ? "cancel" : "decline"))}
              fields={fields}
              variant="secondary"
              size="small"
            >
              {t(`appointments.${proposal.isOwn ? "withdraw" : isAccepted ? "keep" : "decline"}`)}
            </ActionButton>
          ) : null}
          {move ? null : agreedActions}
          {hasForm ? (
            <DisclosedForm
              label={t(`appointments.${purpose}`)}
              isOpen={form !== null && form.proposal !== null}
            >
              <Enhanced name="keep-draft" texts={{ key: `lesson/${enquiry.id}`, purpose }} immediate>
                <ProposalForm
                  enquiryId={enquiry.id}
                  token={token}
                  submissionId={submissionId}
                  movedTime={isAccepted ? current.time : null}
                  name={enquiry.names[getOtherSide(enquiry.side)]}
                  values={values}
                  errors={form?.proposal ? form.errors : {}}
                  message={form?.proposal ? form.message : null}
                  listing={enquiry.listing}
                  isWithoutParent={
                    enquiry.side === "learner" && enquiry.isLearnerMinor && enquiry.parentEmail === null
                  }
                  overlaps={form?.overlaps ?? []}
                  nightTimes={form?.nightTimes ?? []}
                  now={now}
                />
              </Enhanced>
            </DisclosedForm>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/**
 * Whether the reader may report that the teacher did not come: from the start of the lesson, unless it took place or the
 * teacher's data are erased.
 */
const mayReportAbsence = (
  lesson: AppointmentView | null,
  { side, hasBothSides, listing }: PanelProps["enquiry"],
  now: number,
): boolean =>
  side === "learner" &&
  hasBothSides &&
  listing !== null &&
  lesson !== null &&
  (lesson.state === "accepted" || lesson.state === "past") &&
  lesson.time !== null &&
  lesson.time <= now &&
  lesson.tookPlace !== true;

const toPlaceValues = (place: string) => (isNamedPlace(place) ? { where: place } : { where: "place", place });

/** The place of the form if the listing has only one kind of place. */
function findOnlyPlace(listing: EnquiryView["listing"]): string {
  const [place, ...others] = [...(listing?.online ? [ONLINE] : []), ...(listing?.locations ?? [])];
  if (!place || others.length > 0) return "";
  return isNamedPlace(place) ? place : "place";
}

/** What else the teacher has at the time, with a press to withdraw each proposal that it takes. */
function OverlapNotice({
  proposal,
  overlaps,
}: {
  proposal: AppointmentView | null;
  overlaps: readonly Overlap[];
}) {
  const { t, url } = usePage();
  return (
    <Notice tone="warning" title={proposal ? t("appointments.taken") : null}>
      {formatOverlaps(t, overlaps, { isSeveral: proposal !== null && proposal.times.length > 1 }).map(
        ({ id, enquiryId, isAgreed, text }) => (
          <div className="stack stack--tight" key={id}>
            <p>
              {text} <a href={url(paths.enquiry(enquiryId))}>{t("appointments.openOther")}</a>
            </p>
            {isAgreed ? null : (
              <ActionButton
                action={url(paths.appointmentAction(id, "cancel"))}
                variant="secondary"
                size="small"
              >
                {t("appointments.withdraw")}
              </ActionButton>
            )}
          </div>
        ),
      )}
    </Notice>
  );
}

type HiddenFields = Record<string, string>;

const Hidden = ({ fields }: { fields: HiddenFields }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

/** A form that its button opens. */
function DisclosedForm({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  const { t } = usePage();
  return (
    <details className="confirm" open={isOpen}>
      <summary className="button button--secondary button--small">
        <span className="confirm__open">{label}</span>
        <span className="confirm__close">{t("appointments.closeForm")}</span>
      </summary>
      <div className="confirm__form">{children}</div>
    </details>
  );
}

/** The message key of an appointment's state. */
function findStateKey({
  state,
  time,
  isMove,
  isCounter,
  isReminded,
}: Pick<AppointmentView, "state" | "time"> & { isMove: boolean; isCounter: boolean; isReminded: boolean }) {
  if (state === "proposed" && isMove) return "moved";
  if (state === "proposed" && isCounter) return "counter";
  if (state === "cancelled" && time === null) return "withdrawn";
  if (state === "past" && time === null) return "expired";
  if (state === "accepted" && !isReminded) return "soon";
  return state;
}

/** An appointment: its state, times and place. */
function Appointment({
  appointment,
  isMove = false,
  isCounter,
  enquiry,
}: {
  appointment: AppointmentView;
  /** Whether it would move the agreed lesson. */
  isMove?: boolean;
  isCounter: boolean;
  enquiry: PanelProps["enquiry"];
}) {
  const { t, url, locale } = usePage();
  const { state, times, time, minutes, place, isOwn, side, cancelledBy, noticeTs, tookPlace } = appointment;
  const reason = state === "proposed" ? appointment.moveReason : appointment.reason;
  const name = enquiry.names[getOtherSide(side)];
  const author = state === "cancelled" ? cancelledBy === side : state === "declined" ? !isOwn : isOwn;
  // A block cancels the lesson at the same moment.
  const isByBlock = state === "cancelled" && author && appointment.updatedTs === enquiry.ownBlockTs;
  const who = isByBlock
    ? "block"
    : state === "cancelled" && cancelledBy === null
      ? "neither"
      : author
        ? "own"
        : "other";
  const isReminded = time !== null && noticeTs !== null && noticeTs < time;
  const key = findStateKey({ state, time, isMove, isCounter, isReminded });
  const advice = isOpenState(state)
    ? formatChildAdvice(t, enquiry, place, { isToLearner: enquiry.side === "learner" })
    : null;
  const howToMeet = state === "accepted" ? formatHowToMeet(t, place) : null;
  const isShown = state === "proposed" || state === "accepted" || time !== null;
  return (
    <>
      <p>{t(`appointments.states.${key}.${who}`, { name })}</p>
      {tookPlace === null ? null : <p>{t(`appointments.told.${side}.${tookPlace ? "yes" : "no"}`)}</p>}
      {reason && isShown ? <p className="pre-line">{t("appointments.reason", { reason })}</p> : null}
      {isShown ? (
        <DescriptionList
          items={[
            // The form to answer has the times.
            (state !== "proposed" || isOwn) && {
              term: t("appointments.when"),
              details: (
                <ul className="list-plain">
                  {(time === null ? times : [time]).map((start) => (
                    <li key={start}>
                      <time dateTime={new Date(start).toISOString()}>{formatLessonTime(start, locale)}</time>
                    </li>
                  ))}
                </ul>
              ),
            },
            { term: t("appointments.length"), details: t("appointments.minutes", { minutes }) },
            { term: t("appointments.where"), details: formatPlace(t, place, enquiry.listing) },
          ]}
        />
      ) : null}
      {howToMeet ? <p>{howToMeet}</p> : null}
      {advice ? (
        <p>
          {advice} <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
        </p>
      ) : null}
    </>
  );
}

/** The answer to a proposal of the other side. */
function Answer({
  lessons: { overlaps },
  appointment: { id, times },
  fields,
}: {
  lessons: ConversationLessons;
  appointment: AppointmentView;
  fields: HiddenFields;
}) {
  const { t, url, locale } = usePage();
  const [first, ...others] = times;
  return (
    <form method="post" action={url(paths.appointmentAction(id, "accept"))} className="form">
      <Hidden fields={fields} />
      <RadioGroup
        name="time"
        label={t("appointments.choose")}
        options={times.map((time) => ({
          value: String(time),
          label: formatLessonTime(time, locale),
          hint: formatOverlaps(
            t,
            overlaps.filter((overlap) => overlap.time === time),
            { isSeveral: false },
          )
            .map(({ text }) => text)
            .join(" "),
        }))}
        value={others.length === 0 ? String(first) : null}
      />
      <SubmitButton>{t("appointments.accept")}</SubmitButton>
    </form>
  );
}

/** Cancels an accepted lesson. */
function Cancel({
  appointment: { id },
  fields,
  form,
}: {
  appointment: AppointmentView;
  fields: HiddenFields;
  form: PanelForm | null;
}) {
  const { t, url } = usePage();
  const isRefused = form?.proposal === null && form.errors.reason !== undefined;
  return (
    <DisclosedForm label={t("appointments.cancel")} isOpen={isRefused}>
      <form method="post" action={url(paths.appointmentAction(id, "cancel"))} className="form" noValidate>
        <Hidden fields={fields} />
        <TextArea
          name="reason"
          // The form to move the lesson has a field of this name too.
          {...(isRefused ? {} : { id: "cancel-reason" })}
          optional
          label={t("appointments.form.reason")}
          value={form?.reason ?? ""}
          error={isRefused ? form.errors.reason : undefined}
          maxLength={CANCEL_REASON_LENGTH}
          rows={2}
        />
        <SubmitButton variant="danger">{t("appointments.cancelNow")}</SubmitButton>
      </form>
    </DisclosedForm>
  );
}

/** Asks whether a lesson that is over took place. */
function Question({
  appointment,
  side,
  fields,
}: {
  appointment: AppointmentView;
  /** The reader's side. */
  side: Side;
  fields: HiddenFields;
}) {
  const { t, url, locale } = usePage();
  return (
    <div className="stack stack--tight">
      <p>
        {t("appointments.question", {
          time: formatLessonTime(appointment.time ?? appointment.createdTs, locale),
        })}
      </p>
      <p className="small muted">{t(`appointments.final.${side}`)}</p>
      <div className="row">
        {["yes", "no"].map((answer) => (
          <ActionButton
            key={answer}
            action={url(paths.appointmentAction(appointment.id, "outcome"))}
            fields={{ ...fields, took_place: answer }}
            variant="secondary"
            size="small"
          >
            {t(`appointments.answers.${answer}`)}
          </ActionButton>
        ))}
      </div>
    </div>
  );
}
