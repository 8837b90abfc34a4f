import { isMoved } from "@/features/enquiries";
import {
  DecidedReports,
  DecisionForm,
  DisableAccountPanel,
  Explanation,
  formatReportReasons,
  type ListedItem,
  OpenReports,
  OtherReports,
  QueueEntry,
  StaysPublic,
  SuspendListingsPanel,
  useDecision,
} from "@/features/moderation";
import { REPORT_REASONS, SIDES, URGENT_REPORT_REASONS } from "@/shared/codes";
import { formatLessonTime } from "@/shared/format";
import { formatLearner, toLearner } from "@/shared/format-learner";
import { formatPlace } from "@/shared/format-lesson-place";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { RadioGroup } from "@/ui/form";
import { MessageThread } from "@/ui/message-thread";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { isFinal, listDecisions } from "./decide-conversation";
import type { ReportedConversation } from "./find-reported-conversation";

export type ConversationRow = {
  /** Null once the listing, or that person, was erased. */
  title: string | null;
  teacher: string | null;
  learner: string | null;
  reports: number;
  /** JSON. */
  reasons: string;
};

/** An entry of the list. */
export function ConversationEntry({ row }: { row: ListedItem & ConversationRow }) {
  const { t } = usePage();
  const erased = t("enquiries.erased.person");
  return (
    <QueueEntry
      row={row}
      href={paths.adminConversation(row.id)}
      title={t("moderation.conversations.about", {
        teacher: row.teacher ?? erased,
        learner: row.learner ?? erased,
      })}
      meta={[
        t.count("moderation.reports.count", row.reports),
        ...formatReportReasons(t, row.reasons),
        row.title,
      ]
        .filter(Boolean)
        .join(" · ")}
      since={t("admin.mail.since")}
    />
  );
}

/** The listing that the conversation is about. */
export function ConversationActions({ item: { enquiry } }: { item: ReportedConversation }) {
  const { t, url } = usePage();
  return enquiry.listing ? (
    <LinkButton href={url(paths.adminListing(enquiry.listing.id))} variant="secondary" size="small">
      {t("moderation.reports.listing")}
    </LinkButton>
  ) : null;
}

const listDecided = ({ open, side }: ReportedConversation) =>
  open.filter(({ reportedSide }) => reportedSide === side);

/** Whether the page has the form that lifts a stop: not while a report is open. */
export const mayLift = ({ open, stop }: ReportedConversation): boolean => open.length === 0 && stop !== null;

/** One decision for the shown reports of one side. The form names each, so newer ones stay open. */
export function ConversationDecision({ item }: { item: ReportedConversation }) {
  const { t } = usePage();
  const { values, errors } = useDecision("decide");
  if (item.open.length === 0) return <LiftStop item={item} />;
  const ids = listDecided(item).map(({ id }) => id);
  // Of a refused decision, unless the other side was reported meanwhile: it was about another person.
  const decision = values.report?.some((id) => ids.includes(id)) ? values.decision?.[0] : "";
  const isUnconfirmed = Boolean(decision) && values.confirmed?.[0] === decision;
  return (
    <DecisionForm
      name="decide"
      submit={t(isUnconfirmed ? "moderation.conversations.confirmDo" : "moderation.reports.decide")}
      variant="primary"
    >
      {ids.map((id) => (
        <input key={id} type="hidden" name="report" value={id} />
      ))}
      {item.stop ? (
        <p>{t("moderation.conversations.lift.already", { name: item.names[item.stop.side] })}</p>
      ) : null}
      <RadioGroup
        name="decision"
        label={t("moderation.conversations.decision", { name: item.names[item.side] })}
        options={listDecisions(item).map((value) => ({
          value,
          label: t(`moderation.conversations.decisions.${value}`),
          hint: t(`moderation.conversations.decisionHints.${value}`),
        }))}
        value={decision ?? ""}
        error={errors.decision}
      />
      {item.side === "teacher" &&
      listDecided(item).some(({ reason }) => URGENT_REPORT_REASONS.includes(reason)) ? (
        <StaysPublic person={item.person} listing={null} />
      ) : null}
      <Explanation
        name="decide"
        reasons={{
          options: REPORT_REASONS.map((value) => ({
            value,
            label: t(`moderation.reports.reasons.${value}`),
          })),
          help: t("moderation.conversations.reasonHelp"),
        }}
        help={t("moderation.conversations.textHelp")}
      />
      {isUnconfirmed ? (
        <Notice tone="warning" live takesFocus>
          <p>
            {t(`moderation.conversations.${isFinal(decision ?? "") ? "confirm" : "confirmOther"}`, {
              decision: t(`moderation.conversations.decisions.${decision}`),
            })}
          </p>
          <input type="hidden" name="confirmed" value={decision} />
        </Notice>
      ) : null}
    </DecisionForm>
  );
}

/** Lets the messages that a decision stopped reach the other side again. */
function LiftStop({ item: { stop, names } }: { item: ReportedConversation }) {
  const { t } = usePage();
  if (stop === null) return null;
  const name = names[stop.side];
  return (
    <DecisionForm name="lift" submit={t("moderation.conversations.lift.do")}>
      <p>{t("moderation.conversations.lift.stopped", { name })}</p>
      <p className="small">{t("moderation.conversations.lift.help")}</p>
      <input type="hidden" name="side" value={stop.side} />
      <input type="hidden" name="decided" value={stop.decided[0]} />
      <Explanation name="lift" reasons={null} help={t("moderation.conversations.lift.textHelp", { name })} />
    </DecisionForm>
  );
}

/**
 * Suspends all listings of a reported teacher: the reports stay open for a decision about the messages. Or disables the
 * account of the reported person, which upholds them.
 */
export function ConversationPersonPanel({ item }: { item: ReportedConversation }) {
  const { person, side, mayDisable } = item;
  if (!person) return null;
  const origin = {
    reports: listDecided(item).map(({ id }) => id),
    task: `conversation_reports:${item.id}`,
  };
  return (
    <>
      {side === "teacher" ? <SuspendListingsPanel person={person} {...origin} /> : null}
      {mayDisable ? <DisableAccountPanel person={person} {...origin} /> : null}
    </>
  );
}

/** The reports, the two sides and what they wrote. */
export function ConversationContent({ item }: { item: ReportedConversation }) {
  const { t, url } = usePage();
  const { open, decided, otherReports, enquiry, side: reported, names } = item;
  const learner = toLearner(enquiry);
  return (
    <>
      <OpenReports reports={open} />
      <OtherReports reports={otherReports} />
      <section className="stack">
        <h2>{t("moderation.conversations.sides")}</h2>
        <DescriptionList
          items={SIDES.map((side) => {
            const account = enquiry[side];
            const email = account?.email ?? (side === "learner" ? enquiry.guestEmail : null);
            return {
              key: side,
              term: t(`moderation.conversations.${side === reported ? "reportedSide" : "side"}.${side}`),
              details: (
                <>
                  {account ? <a href={url(paths.adminUser(account.id))}>{names[side]}</a> : names[side]}
                  {email ? <span className="break-anywhere"> · {email}</span> : null}
                  {side === "learner" && enquiry.guestEmail
                    ? ` · ${t("moderation.conversations.guest")}`
                    : null}
                  {side === "learner" && enquiry.isLearnerMinor
                    ? ` · ${t("moderation.conversations.minor")}`
                    : null}
                  {side === "learner" && learner ? (
                    <p className="small muted">
                      {[
                        formatLearner(t, learner),
                        ...(learner.who === "child" ? [t("enquiries.thread.childParent")] : []),
                      ].join(". ")}
                    </p>
                  ) : null}
                </>
              ),
            };
          })}
        />
      </section>
      <Messages item={item} />
      <DecidedReports reports={decided} />
    </>
  );
}

/** What became of an appointment: `cancelled` says of a proposal also that it was withdrawn, or replaced by the next one. */
function getLessonState(lesson: ReportedLesson, all: readonly ReportedLesson[]) {
  const { state, time } = lesson;
  if (state === "past" && time === null) return "expired";
  if (isMoved(lesson, all)) return "moved";
  if (state !== "cancelled" || time !== null) return state;
  if (all.some(({ createdTs }) => createdTs === lesson.updatedTs)) return "replaced";
  return lesson.cancelledBy === lesson.proposedBy ? "withdrawn" : state;
}

type ReportedLesson = ReportedConversation["appointments"][number];

function Messages({ item: { messages, appointments, names } }: { item: ReportedConversation }) {
  const { t, locale } = usePage();
  return (
    <section className="stack">
      <h2>{t("moderation.conversations.messages")}</h2>
      {messages === null ? (
        <p className="muted">{t("moderation.conversations.closed")}</p>
      ) : (
        <>
          <Notice>
            <p>{t("moderation.conversations.recorded")}</p>
          </Notice>
          {messages.length === 0 ? (
            <p className="muted">{t("moderation.conversations.noMessages")}</p>
          ) : (
            <MessageThread
              messages={messages.map(({ author, isUndelivered, ...message }) => ({
                ...message,
                author: [names[author], isUndelivered ? t("moderation.conversations.undelivered") : ""]
                  .filter(Boolean)
                  .join(" · "),
                own: false,
              }))}
            />
          )}
          {appointments.length > 0 ? (
            <>
              <h3>{t("appointments.heading")}</h3>
              <DescriptionList
                items={appointments.map((lesson) => {
                  const { time, times, reason, moveReason, cancelledBy } = lesson;
                  const state = getLessonState(lesson, appointments);
                  // The other side ended nothing that it never saw.
                  const by = lesson.isUndelivered && cancelledBy !== lesson.proposedBy ? null : cancelledBy;
                  const offered = times.map((offer) => formatLessonTime(offer, locale)).join(" / ");
                  return {
                    key: lesson.id,
                    term: <Time ts={lesson.createdTs} clock />,
                    details: (
                      <>
                        {[
                          `${names[lesson.proposedBy]}: ${offered}`,
                          lesson.isUndelivered ? t("moderation.conversations.undelivered") : "",
                          time !== null && times.length > 1
                            ? t("moderation.conversations.chosen", { time: formatLessonTime(time, locale) })
                            : "",
                          formatPlace(t, lesson.place),
                          t(`appointments.calendar.states.${state}`) +
                            (by && state !== "replaced" ? ` (${names[by]})` : ""),
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                        {moveReason ? (
                          <p className="pre-line">
                            {t("moderation.conversations.moveReason", { reason: moveReason })}
                          </p>
                        ) : null}
                        {reason ? <p className="pre-line">{t("appointments.reason", { reason })}</p> : null}
                      </>
                    ),
                  };
                })}
              />
            </>
          ) : null}
        </>
      )}
    </section>
  );
}
