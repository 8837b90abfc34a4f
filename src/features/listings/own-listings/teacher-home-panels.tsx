import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { listReplyFacts, MAX_WAITING_COUNT } from "@/shared/reply-time";
import { usePage } from "@/ui/page-context";
import { Steps } from "@/ui/steps";
import type { OwnListing } from "./own-listings";
import { STEPS, type TeacherHome } from "./teacher-home";

/**
 * The messages that wait for an answer, the lessons to answer for, what learners see of the replies, and listings
 * that expire soon.
 */
export function Today({
  home: { waiting, lessons, ...replies },
  expiring,
}: {
  home: TeacherHome;
  /** The first to expire is first. */
  expiring: readonly OwnListing[];
}) {
  const { t, url } = usePage();
  const [first] = expiring;
  const replyFacts = listReplyFacts(t, replies).join(" · ");
  return (
    <section className="panel stack stack--tight" aria-labelledby="today">
      <h2 id="today">{t("listings.home.today")}</h2>
      <p>
        {waiting === 0 ? (
          t("listings.home.noMessages")
        ) : (
          <a href={url(paths.inbox({ box: "waiting" }))}>
            {waiting > MAX_WAITING_COUNT
              ? t("listings.home.manyMessages", { max: MAX_WAITING_COUNT })
              : t.count("listings.home.messages", waiting)}
          </a>
        )}
      </p>
      {lessons === 0 ? null : (
        <p>
          <a href={url(paths.calendar())}>{t.count("listings.home.lessons", lessons)}</a>
        </p>
      )}
      <p className="small muted">
        {replyFacts ? t("listings.home.replyTime", { text: replyFacts }) : t("listings.home.noReplyTime")}
      </p>
      {first?.expiresTs ? (
        <p>
          <a href={`#${first.id}`}>
            {t.count("listings.home.expiring", expiring.length, {
              date: formatDate(first.expiresTs, t.locale),
            })}
          </a>
        </p>
      ) : null}
      <p className="small">
        <a href={url(paths.notifications())}>{t("listings.home.notifications")}</a>
      </p>
    </section>
  );
}

/** What learners would still miss, each step with its page. Renders nothing once all is done. */
export function MissingSteps({
  home: { teacherId, done, hasDocumentsInReview },
  draftId,
  publishedId,
}: {
  home: TeacherHome;
  /** An unfinished listing, which the first step continues. */
  draftId?: string;
  /** A published listing, whose page to share brings the first review. */
  publishedId?: string;
}) {
  const { t, url } = usePage();
  const isInReview = (step: string) => step === "documents" && hasDocumentsInReview;
  // What only waits for a decision is last, so that another step is the next one.
  const missing = STEPS.filter((step) => !done.has(step)).toSorted(
    (a, b) => Number(isInReview(a)) - Number(isInReview(b)),
  );
  const [next] = missing;
  if (!next) return null;
  const toTitle = (step: (typeof STEPS)[number]) => t(`listings.firstSteps.${step}.title`);
  const hrefs = {
    listing: draftId ? paths.editListing(draftId) : paths.createListing(),
    profile: `${paths.profile()}#field-teacher_information.county`,
    photo: paths.profile(),
    about: `${paths.profile()}#field-teacher_information.about`,
    documents: paths.verification(),
    review: publishedId ? paths.shareListing(publishedId) : paths.teacher(teacherId),
  };
  return (
    <section className="panel stack stack--tight" aria-labelledby="next-step">
      <h2 id="next-step">{t("listings.home.steps", { done: done.size, all: STEPS.length })}</h2>
      {done.size === 0 ? null : (
        <p className="small muted">
          {t("listings.home.done")}{" "}
          {STEPS.filter((step) => done.has(step))
            .map(toTitle)
            .join(" · ")}
        </p>
      )}
      <Steps
        current={isInReview(next) ? undefined : 0}
        steps={missing.map((step) => ({
          title: <a href={url(hrefs[step])}>{toTitle(step)}</a>,
          text: isInReview(step)
            ? t("listings.firstSteps.documents.inReview")
            : step === next
              ? t(`listings.${step === "listing" ? "own.emptyText" : `firstSteps.${step}.text`}`)
              : null,
        }))}
      />
    </section>
  );
}
