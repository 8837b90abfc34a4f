import { History, ReportEntry } from "@/features/moderation";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { ReviewBody } from "../public/published-review";
import type { ReviewDetails } from "./find-review-details";

export const ReviewActions = ({ item: { state } }: { item: ReviewDetails }) => (
  <StateBadge kind="review" state={state} />
);

/** Everything that an admin needs to decide about a review. */
export function ModeratedReview({ item: review }: { item: ReviewDetails }) {
  const { t } = usePage();
  const { objectionTs, objectionText } = review;
  return (
    <>
      {review.holdRule ? (
        <Notice
          tone={review.state === "pending" ? "warning" : "info"}
          title={t(`reviews.admin.rules.${review.holdRule}.title`)}
        >
          <p>{t(`reviews.admin.rules.${review.holdRule}.text`)}</p>
        </Notice>
      ) : null}
      <section className="stack">
        <h2>{t("reviews.admin.review")}</h2>
        <div className="review-entry">
          <ReviewBody review={review} teacher={review.teacherName} />
        </div>
      </section>
      {review.earlierText === null || review.earlierText === review.text ? null : (
        <section className="stack">
          <h2>{t("reviews.admin.earlierText")}</h2>
          <p className="pre-line">{review.earlierText}</p>
        </section>
      )}
      {review.reason ? (
        <section className="stack">
          <h2>{t("reviews.admin.lastDecision")}</h2>
          <p>
            <strong>{t(`reviews.reasons.${review.reason}`)}</strong>
          </p>
          <p className="pre-line">{review.reasonText}</p>
        </section>
      ) : null}
      {objectionTs === null ? null : (
        <section className="stack">
          <h2>{t("reviews.admin.authorObjection")}</h2>
          <p className="small muted">
            <Time ts={objectionTs} clock />
          </p>
          <p className="pre-line">{objectionText}</p>
        </section>
      )}
      <Reports reports={review.reports} />
      <Contact review={review} />
      <section className="stack">
        <h2>{t("moderation.frame.history")}</h2>
        <History history={review.history} reasons="reviews.reasons" />
      </section>
    </>
  );
}

/** The conversation that the review comes from: dates and numbers, never the messages. */
function Contact({ review }: { review: ReviewDetails }) {
  const { t, url } = usePage();
  const { contact, listing, author, enquiry } = review;
  const guest = enquiry?.guestName
    ? t("reviews.admin.guest", { name: enquiry.guestName })
    : t("reviews.admin.visitor");
  return (
    <section className="stack">
      <h2>{t("reviews.admin.contact")}</h2>
      <p className="small muted">{t("reviews.admin.contactHelp")}</p>
      <DescriptionList
        items={[
          {
            term: t("reviews.admin.teacher"),
            details: <a href={url(paths.adminUser(review.teacherId))}>{review.teacherName}</a>,
          },
          {
            term: t("reviews.admin.author"),
            details: author ? (
              <>
                <a href={url(paths.adminUser(author.id))}>{author.name}</a> ({author.email})
              </>
            ) : (
              guest
            ),
          },
          {
            term: t("reviews.admin.listing"),
            details: listing ? (
              <a href={url(paths.adminListing(listing.id))}>
                {listing.title || t(`general.subjects.${review.subject}`)}
              </a>
            ) : (
              t("reviews.admin.erased")
            ),
          },
          contact === null && { term: t("reviews.admin.enquiry"), details: t("reviews.admin.erased") },
          ...(contact
            ? [
                { term: t("reviews.admin.sent"), details: <Time ts={contact.createdTs} clock /> },
                contact.answeredTs !== null && {
                  term: t("reviews.admin.answered"),
                  details: <Time ts={contact.answeredTs} clock />,
                },
                {
                  term: t("reviews.admin.lastMessage"),
                  details: <Time ts={contact.lastMessageTs} clock />,
                },
                {
                  term: t("reviews.admin.messages"),
                  details: t("reviews.admin.messageCounts", {
                    learner: t.number(contact.learnerMessages),
                    teacher: t.number(contact.teacherMessages),
                  }),
                },
                {
                  term: t("reviews.admin.enquiryState"),
                  details: t(`general.enquiryStates.${contact.state}`),
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

/** The reports of a review with their decisions and the teacher's objection; nothing without reports. */
function Reports({ reports }: Pick<ReviewDetails, "reports">) {
  const { t } = usePage();
  if (reports.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("reviews.admin.reports")}</h2>
      <ul className="entry-list">
        {reports.map(({ report, reporter }) => (
          <ReportEntry
            key={report.id}
            {...report}
            reason={t(`reviews.reasons.${report.reason}`)}
            reporter={reporter}
          >
            {report.decisionText ? (
              <p className="pre-line">
                <strong>{t("reviews.admin.answer")}</strong> {report.decisionText}
              </p>
            ) : null}
            {report.objectionTs === null ? null : (
              <p className="pre-line">
                <strong>{t("reviews.admin.teacherObjection")}</strong> {report.objectionText}
              </p>
            )}
          </ReportEntry>
        ))}
      </ul>
    </section>
  );
}
