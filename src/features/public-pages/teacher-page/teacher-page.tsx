import { type ListingCardRow, listCurrentDocuments } from "@/features/listings";
import { PagedReviews, type PublishedReviewPage } from "@/features/reviews";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import { CheckedDocumentsSection } from "../listing-page/checked-documents-section";
import { TeacherPanel } from "../listing-page/teacher-panel";
import { TeacherSummary } from "../listing-page/teacher-summary";
import type { PublicTeacher } from "./find-public-teacher";

export type TeacherView = {
  teacher: PublicTeacher;
  listings: readonly ListingCardRow[];
  reviews: PublishedReviewPage;
  crumbs: readonly Crumb[];
  /** ms */
  now: number;
};

/** A teacher's public page: who they are, their visible listings and their reviews. */
export function TeacherPage({ view: { teacher, listings, reviews, crumbs, now } }: { view: TeacherView }) {
  const { t, url } = usePage();
  const name = formatFullName(teacher);
  const documents = listCurrentDocuments(teacher.checked, now);
  return (
    <div className="container page">
      <Breadcrumbs crumbs={crumbs} current={name} />
      <header className="page-head">
        <TeacherSummary userId={teacher.id} name={name} teacher={teacher} documents={documents}>
          <h1>{name}</h1>
        </TeacherSummary>
      </header>
      <section className="section">
        <h2>{t("public-pages.teacher.listings", { teacher: name })}</h2>
        {listings.length > 0 ? (
          <CardGrid cards={listings} now={now} />
        ) : (
          <div className="stack">
            <p className="muted">{t("public-pages.teacher.none")}</p>
            <LinkButton href={url(paths.listings())}>
              {t("public-pages.listing.unavailable.action")}
            </LinkButton>
          </div>
        )}
      </section>
      <div className="teacher-about">
        <TeacherPanel teacher={teacher} />
        <CheckedDocumentsSection documents={documents} />
        <section className="section" id="reviews">
          <h2>{t("reviews.display.heading")}</h2>
          <PagedReviews
            page={reviews}
            teacher={name}
            toHref={(cursor) => `${url(paths.teacher(teacher.id, cursor))}#reviews`}
          />
        </section>
      </div>
    </div>
  );
}
