import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { MessageWarning } from "../message-warning";
import type { EnquiryView } from "../queries";

/** Blocks the other side after a confirmation, or unblocks it. */
export function Block({
  enquiry: { id, hasBlocked, isStoppedByTeam, mayUnblock, side, state },
  token,
}: {
  enquiry: Pick<EnquiryView, "id" | "hasBlocked" | "isStoppedByTeam" | "mayUnblock" | "side" | "state">;
  token: string | null;
}) {
  const { t, url } = usePage();
  const label = t(`enquiries.block.${hasBlocked ? "undo" : "do"}`);
  const button = (
    <ActionButton
      action={url(paths.enquiryBlock(id))}
      fields={{ blocked: hasBlocked ? "" : "1", ...(token === null ? {} : { token }) }}
      variant={hasBlocked ? "secondary" : "danger"}
      size="small"
    >
      {label}
    </ActionButton>
  );
  // What the team stopped is not to be started again by mistake.
  const isConfirmed = !hasBlocked || isStoppedByTeam;
  const control = isConfirmed ? (
    <details className="confirm">
      <summary className="button button--quiet button--small">
        <span className="confirm__open">{label}</span>
        <span className="confirm__close">{t("general.common.cancel")}</span>
      </summary>
      <div className="confirm__form panel">
        <p className="small">{t(`enquiries.block.${hasBlocked ? "stoppedUndo" : "help"}`)}</p>
        {button}
      </div>
    </details>
  ) : (
    button
  );
  if (!hasBlocked) return control;
  return (
    <Notice tone="warning" title={t(`enquiries.block.${isStoppedByTeam ? "stoppedTitle" : "title"}`)}>
      <div className="stack stack--tight">
        <p>{t("enquiries.block.text")}</p>
        {side === "teacher" && state === "new" ? <p>{t("enquiries.block.counts")}</p> : null}
        {mayUnblock ? (
          <>
            <p>{t("enquiries.block.later")}</p>
            {control}
          </>
        ) : null}
      </div>
    </Notice>
  );
}

/** The way to the form or the review, only for the learner's side. */
export function ReviewLink({
  id,
  token,
  isWritten,
}: {
  id: string;
  token: string | null;
  isWritten: boolean;
}) {
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

/** Says that the conversation needs an answer, right after the opposite. */
export function UndoNoAnswer({ id }: Pick<EnquiryView, "id">) {
  const { t, url } = usePage();
  return (
    <ActionButton
      action={url(paths.enquiryState(id))}
      fields={{ state: "new" }}
      variant="secondary"
      size="small"
    >
      {t("enquiries.filing.answerNeeded")}
    </ActionButton>
  );
}

/** Buttons to file the conversation, only for the teacher. */
export function Filing({
  enquiry: { id, state, isWaiting, isUnrepliedAnswer },
  hasLesson,
}: {
  enquiry: Pick<EnquiryView, "id" | "state" | "isWaiting" | "isUnrepliedAnswer">;
  /** Whether a lesson is agreed, or over without being reported as missed: then nothing is asked about the outcome. */
  hasLesson: boolean;
}) {
  const { t, url } = usePage();
  const open = state === "new" || state === "answered";
  // Nothing is agreed with an author who never replied.
  const asksOutcome = !hasLesson && !isUnrepliedAnswer;
  // The states that the buttons set. "No answer needed" keeps an outcome; a message without an answer needs one.
  const choices: Record<string, string> = {
    ...(isWaiting && state !== "new" ? { noAnswer: open ? "answered" : state } : {}),
    ...(open ? {} : { open: "new" }),
    ...(asksOutcome ? { won: "won" } : {}),
    ...(hasLesson ? {} : { lost: "lost" }),
    spam: "spam",
  };
  return (
    <section className="panel">
      <div className="stack stack--tight">
        <h2>{t(`enquiries.filing.${asksOutcome ? "heading" : "otherHeading"}`)}</h2>
        <p className="small muted">
          {asksOutcome ? `${t("enquiries.filing.help")} ` : null}
          {t("enquiries.filing.spamHelp")}
        </p>
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

/** What the site tells a learner at a teacher's message. The form of a report also blocks. */
export function MessageWarningNotice({
  warning,
  reportHref,
}: {
  warning: MessageWarning;
  /** Null once it is reported. */
  reportHref: string | null;
}) {
  const { t } = usePage();
  return (
    <Notice tone="warning">
      <p>{t(`enquiries.thread.warnings.${warning}`)}</p>
      {reportHref === null ? null : (
        <p>
          <a href={reportHref} rel="nofollow">
            {t("enquiries.thread.reportOrBlock")}
          </a>
        </p>
      )}
      {warning === "unsafe" ? (
        <p>
          <a href="tel:119">{t("moderation.reports.danger.call119")}</a>
        </p>
      ) : null}
    </Notice>
  );
}
