import { DangerNotice } from "@/features/moderation";
import { formatDate, formatLessonTime } from "@/shared/format";
import { formatTimeAndPlace } from "@/shared/format-lesson-place";
import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmailField, ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { TextWithHelplines } from "@/ui/text-with-helplines";
import { isLessonInDoubt } from "../is-lesson-in-doubt";
import { STOP_SCOPES } from "../parent-copies";
import { LiftedStopText } from "../threads/lifted-stop-text";
import { Redress } from "../threads/redress";
import type { ParentView } from "./find-parent-view";

export const PARENT_DONE = ["stopped", "resumed", "reported"] as const;

type ParentPageProps = {
  enquiry: Pick<
    ParentView,
    | "id"
    | "names"
    | "listing"
    | "parentEmail"
    | "hasBlocked"
    | "isStoppedByTeam"
    | "hasEnded"
    | "isReplaced"
    | "hasStoppedAll"
    | "hasOpenDanger"
    | "hasDangerWarning"
    | "nextLessonTs"
    | "nextLessonPlace"
    | "reportedTs"
    | "isReportUrgent"
    | "cancelledLessonTs"
    | "decided"
    | "liftedStop"
  >;
  token: string;
  /** The typed address, to start the copies again. */
  email: string;
  errors: FormErrors;
  message: string | null;
  done: (typeof PARENT_DONE)[number] | null;
};

/** For a parent who gets copies of a conversation: what they are, where to turn, and how to stop or start them. */
export function ParentPage({ enquiry, token, email, errors, message, done }: ParentPageProps) {
  const { t, url, siteName, locale } = usePage();
  const { id, names, listing, parentEmail, hasBlocked, hasEnded, isReplaced, hasStoppedAll, reportedTs } =
    enquiry;
  const isCopied = parentEmail !== null;
  const isReported = done === "reported" || reportedTs !== null;
  const showsReplaced = isReplaced && !hasEnded;
  const showsBlock = hasBlocked && !hasEnded && !isReplaced;
  const stopButtons = STOP_SCOPES.filter((scope) => isCopied || (scope === "all" && !hasStoppedAll)).map(
    (scope) => (
      <ActionButton
        key={scope}
        action={url(paths.parentCopies(id))}
        fields={{ token, stop: scope }}
        variant="secondary"
      >
        {t(`enquiries.parent.stop.${scope}`, names)}
      </ActionButton>
    ),
  );
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t(`enquiries.parent.${showsReplaced ? "replacedTitle" : "title"}`)}</h1>
        <p className="page-head__lead">
          {t(`enquiries.parent.${hasEnded ? "ended" : "lead"}`, { ...names, site: siteName })}
          {showsBlock
            ? ` ${t(`enquiries.parent.${enquiry.isStoppedByTeam ? "stoppedByTeam" : "blocked"}`, names)}`
            : null}
          {hasEnded || !isCopied || showsBlock ? null : ` ${t("enquiries.parent.leadCopied")}`}
          {showsReplaced ? ` ${t("enquiries.parent.replaced", names)}` : null}
        </p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>
              <TextWithHelplines>
                {t(`enquiries.parent.done.${done}`, {
                  ...names,
                  deadline: t(`moderation.reports.deadlines.${enquiry.isReportUrgent ? "urgent" : "other"}`),
                  decision: t(`enquiries.parent.decision.${isCopied ? "known" : "typed"}`),
                })}
              </TextWithHelplines>
            </p>
          </Notice>
        ) : null}
        <CurrentState enquiry={enquiry} />
        {listing && !hasEnded ? (
          <p>
            {t("enquiries.parent.listing")} <a href={url(paths.listing(listing.id))}>{listing.title}</a>
          </p>
        ) : null}
        <section className="stack">
          <h2>{t("enquiries.parent.worry")}</h2>
          <DangerNotice />
          {listing && !hasEnded ? (
            <>
              {done === "reported" ? null : reportedTs === null ? (
                <p>
                  {t("enquiries.parent.reportText")}
                  {hasBlocked ? null : ` ${t("enquiries.parent.reportDanger")}`}
                </p>
              ) : (
                <p>{t("enquiries.parent.reported", { date: formatDate(reportedTs, locale) })}</p>
              )}
              {isReported ? <p>{t("enquiries.parent.reportMore")}</p> : null}
              <div className="row">
                <LinkButton href={url(paths.parentReport(id, { token }))} variant="secondary">
                  {t("enquiries.thread.report")}
                </LinkButton>
              </div>
            </>
          ) : null}
          <p>
            <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
          </p>
          {isReplaced ? (
            <p>
              <a href={url(paths.contact())}>{t("enquiries.parent.contact")}</a>
            </p>
          ) : null}
        </section>
        {isCopied || !(hasEnded || isReplaced) ? (
          <section className="stack">
            <h2>{t("enquiries.parent.copies")}</h2>
            {isCopied && !showsBlock ? <p>{t("enquiries.parent.active")}</p> : null}
            {isCopied ? null : (
              <form method="post" action={url(paths.parentCopies(id))} className="form" noValidate>
                <ErrorSummary
                  errors={errors}
                  message={message}
                  labels={{ email: t("general.fields.email") }}
                />
                <input type="hidden" name="token" value={token} />
                <p>{t("enquiries.parent.stopped", names)}</p>
                <EmailField
                  name="email"
                  label={t("general.fields.email")}
                  help={t("enquiries.parent.resumeHelp")}
                  value={email}
                  error={errors.email}
                />
                <SubmitButton variant="secondary">{t("enquiries.parent.resume")}</SubmitButton>
              </form>
            )}
            {stopButtons.length > 0 ? <div className="row">{stopButtons}</div> : null}
          </section>
        ) : null}
      </div>
    </div>
  );
}

/** What the team decided or is checking, and what becomes of the lesson. */
function CurrentState({ enquiry }: Pick<ParentPageProps, "enquiry">) {
  const { t, locale } = usePage();
  const { names, hasEnded, isReplaced, decided, liftedStop, cancelledLessonTs, nextLessonTs } = enquiry;
  if (hasEnded || isReplaced) return null;
  const waits = enquiry.hasOpenDanger === 1 && !enquiry.hasBlocked;
  const isInDoubt = isLessonInDoubt(enquiry);
  if (!(waits || isInDoubt || liftedStop || decided.length > 0 || cancelledLessonTs !== null)) return null;
  return (
    <Notice>
      {waits ? <p>{t("enquiries.parent.teacherWaits", names)}</p> : null}
      <LiftedStopText stop={liftedStop} />
      {decided.map(({ ts, answer, reason, isRefusal }) => (
        <p key={ts}>
          {t("enquiries.parent.decided", {
            date: formatDate(ts, locale),
            decision: [
              ...(reason ? [t(`moderation.conversations.breaks.${reason}`)] : []),
              t(`moderation.conversations.parentAnswers.${answer}`),
              ...(isRefusal ? [t("moderation.conversations.refusedStays")] : []),
            ].join(" "),
          })}
        </p>
      ))}
      {cancelledLessonTs === null ? null : (
        <p>
          {t("moderation.conversations.lesson.cancelled", {
            time: formatLessonTime(cancelledLessonTs, locale),
          })}
        </p>
      )}
      {isInDoubt ? (
        <p>
          {t("moderation.conversations.lesson.stays.parent", {
            time: formatTimeAndPlace(t, nextLessonTs ?? 0, enquiry.nextLessonPlace),
            learner: names.learner,
          })}
        </p>
      ) : null}
      {decided.length > 0 ? <Redress /> : null}
    </Notice>
  );
}
