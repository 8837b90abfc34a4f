import { formatFullName } from "@/shared/format";
import { formatAuditAction } from "@/shared/format-audit-action";
import { paths } from "@/shared/paths";
import { DescriptionList } from "@/ui/description-list";
import { DetailPage } from "@/ui/detail-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { ReviewBody } from "../public/published-review";
import type { ReviewDetails } from "./find-review-details";
import { ReviewDecisionPanel, type ReviewDecisionView } from "./review-decision-panel";
import { ReviewReports } from "./review-reports";
import { ReviewStateBadge } from "./review-state-badge";

export type ReviewDetailsView = {
  review: ReviewDetails;
  decision: ReviewDecisionView;
  /** The decision just made about another review, as text. */
  done: string | null;
  /** Id of the next review in the queue. */
  next: string | null;
};

/** Everything that an admin needs to decide about a review, with the decision forms. */
export function ReviewDetailsPage({ view: { review, decision, done, next } }: { view: ReviewDetailsView }) {
  const { t, url } = usePage();
  const heading = t("reviews.admin.about", { teacher: review.teacherName });
  const { objectionTs, objectionText } = review;
  return (
    <DetailPage
      crumbs={[
        { label: t("admin.home.heading"), href: url(paths.admin()) },
        { label: t("admin.reviews.heading"), href: url(paths.adminReviews()) },
      ]}
      current={heading}
      heading={heading}
      actions={<ReviewStateBadge state={review.state} />}
      aside={<ReviewDecisionPanel review={review} decision={decision} next={next} />}
    >
      {done ? (
        <Notice tone="success" live>
          {done}
        </Notice>
      ) : null}
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
      <ReviewReports reports={review.reports} />
      <Contact review={review} />
      <History history={review.history} />
    </DetailPage>
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

function History({ history }: Pick<ReviewDetails, "history">) {
  const { t } = usePage();
  const formatReason = ({ reason, text }: Record<string, unknown>) => [
    typeof reason === "string" ? t(`reviews.reasons.${reason}`) : "",
    typeof text === "string" ? text : "",
  ];
  return (
    <section className="stack">
      <h2>{t("reviews.admin.history")}</h2>
      {history.length === 0 ? <p className="muted">{t("reviews.admin.noHistory")}</p> : null}
      <DescriptionList
        items={history.map(({ id, ts, action, detail, actor }) => ({
          key: id,
          term: <Time ts={ts} clock />,
          details: [
            [formatAuditAction(t, action), actor ? formatFullName(actor) : ""].filter(Boolean).join(" · "),
            formatReason(detail).filter(Boolean).join(" – "),
          ]
            .filter(Boolean)
            .join(": "),
        }))}
      />
    </section>
  );
}
