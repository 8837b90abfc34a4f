import { NewLinkForm } from "@/features/enquiries";
import { paths } from "@/shared/paths";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { OwnReviewSection, type OwnReviewView } from "./own-review";
import { ReviewForm, type ReviewFormView } from "./review-form";

export type AuthorReviewView = {
  enquiryId: string;
  /** A guest's token; null for accounts. */
  token: string | null;
  teacherName: string;
  /** The action just completed: a key of `reviews.done`. */
  done: string | null;
  /** The author's review of the teacher. */
  own: OwnReviewView | null;
  /** Null if no review can be written. */
  form: ReviewFormView | null;
  /** Why no review can be written. */
  refused: string | null;
};

/** The author's page of a review: the form, or the review with its state. */
export function AuthorReviewPage({ view }: { view: AuthorReviewView }) {
  const { t, url } = usePage();
  const { enquiryId, token, teacherName, done, own, form, refused } = view;
  const guest = token === null ? {} : { token };
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("reviews.form.heading", { name: teacherName })}</h1>
        {form && form.version === null ? <p className="page-head__lead">{t("reviews.form.lead")}</p> : null}
        <p>
          <a href={url(paths.reviews())}>{t("reviews.display.how")}</a>
        </p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`reviews.done.${done}`)}</p>
          </Notice>
        ) : null}
        {refused ? (
          <Notice title={t("reviews.form.refusedHeading")}>
            <p>{refused}</p>
          </Notice>
        ) : null}
        {form ? <ReviewForm enquiryId={enquiryId} token={token} view={form} /> : null}
        {form?.version != null ? (
          <p>
            <a href={url(paths.enquiryReview(enquiryId, guest))}>{t("reviews.own.cancelEdit")}</a>
          </p>
        ) : null}
        {own ? <OwnReviewSection view={own} /> : null}
        <p>
          <a href={url(paths.enquiry(enquiryId, guest))}>{t("reviews.form.back")}</a>
        </p>
      </div>
    </div>
  );
}

/** Shows why nothing was written, and the typed text, so that the author can copy it. */
export function UnsentReviewPage({
  message,
  text,
  newLinkFor,
}: {
  message: string;
  text: string | null;
  /** The enquiry for whose guest the page offers a new link. */
  newLinkFor: string | null;
}) {
  const { t } = usePage();
  return (
    <MessagePage heading={t("reviews.form.refusedHeading")}>
      <Notice tone="danger" live>
        <p>{message}</p>
      </Notice>
      {newLinkFor === null ? null : <NewLinkForm id={newLinkFor} />}
      {text === null ? null : (
        <>
          <p>{t("reviews.form.newLink")}</p>
          <h2>{t("reviews.form.keptText")}</h2>
          <p className="pre-line">{text}</p>
        </>
      )}
    </MessagePage>
  );
}
