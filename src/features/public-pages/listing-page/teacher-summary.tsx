import type { ReactNode } from "react";
import type { CheckedDocument } from "@/features/listings";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { summarizeRating } from "@/shared/rating";
import { listReplyFacts } from "@/shared/reply-time";
import { Avatar } from "@/ui/avatar";
import { usePage } from "@/ui/page-context";
import { RatingSummary } from "@/ui/rating";
import { DOCUMENTS_ID } from "./checked-documents-section";
import type { TeacherFacts } from "./find-teacher";

/**
 * What learners compare first: face, name, rating, checked documents, stated experience and replies. `children` are the
 * name.
 */
export function TeacherSummary({
  userId,
  name,
  teacher,
  documents,
  children,
}: {
  userId: string;
  name: string;
  teacher: TeacherFacts;
  /** Those that the page's section of checked documents shows. */
  documents: readonly CheckedDocument[];
  children: ReactNode;
}) {
  const { t, url, visitor } = usePage();
  const rating = summarizeRating(teacher);
  // The latest check is first.
  const latestOfKinds = documents.filter(
    (document) => document === documents.find(({ kind }) => kind === document.kind),
  );
  const stated = useStatedFacts(teacher, documents);
  return (
    <div className="teacher-summary">
      <Avatar name={name} size="large" person={{ ...teacher, id: userId }} />
      <div className="teacher-summary__text">
        <div className="teacher-line">
          {children}
          {rating.count === 0 ? null : (
            <a className="teacher-line__link" href="#reviews">
              <RatingSummary {...rating} />
            </a>
          )}
        </div>
        <ul className="teacher-summary__facts list-plain">
          {latestOfKinds.map((document) => (
            <CheckedBadge key={document.kind} document={document} />
          ))}
          {stated.length > 0 ? (
            <li>{t("public-pages.listing.teacher.statedFacts", { facts: stated.join(" · ") })}</li>
          ) : null}
          {listReplyFacts(t, teacher).map((text) => (
            <li key={text} className="card__reply">
              {text}
            </li>
          ))}
        </ul>
        {documents.some(({ kind }) => kind === "integrity") ? null : (
          <p className="muted small">
            {t("public-pages.listing.noIntegrity.text")}{" "}
            <a href={url(`${paths.safety()}#agree`)}>{t("public-pages.listing.noIntegrity.link")}</a>
            {visitor?.id === userId ? (
              <>
                {". "}
                {t("public-pages.listing.noIntegrity.own")}{" "}
                <a href={url(`${paths.verification()}#integrity`)}>{t("general.nav.documents")}</a>
              </>
            ) : null}
          </p>
        )}
      </div>
    </div>
  );
}

/** What was seen, as a link to its details, and what a certificate of integrity means. */
function CheckedBadge({ document: { kind, proves, checkedTs } }: { document: CheckedDocument }) {
  const { t, locale } = usePage();
  return (
    <li className="card__checked">
      {kind === "integrity" ? (
        <span>
          <a href={`#${DOCUMENTS_ID}`}>
            {t("verifications.listing.seen.integrity", { checked: formatDate(checkedTs, locale) })}
          </a>{" "}
          <small className="muted">{t("verifications.listing.integrityShort")}</small>
        </span>
      ) : (
        <a href={`#${DOCUMENTS_ID}`}>{`${t(`general.card.checked.${kind}`)}: ${proves}`}</a>
      )}
    </li>
  );
}

const STUDIES = ["doctorate", "masters", "bachelors"] as const;

/**
 * The job, the years of teaching, and the first qualification that was not checked or else the highest of the studies.
 */
function useStatedFacts(teacher: TeacherFacts, documents: readonly CheckedDocument[]): string[] {
  const { t } = usePage();
  const study = STUDIES.find((name) => teacher[name]);
  const qualification =
    teacher.qualifications?.find((text) => !documents.some(({ proves }) => proves === text)) ??
    (study ? `${t(`public-pages.listing.teacher.${study}`)}: ${teacher[study]}` : null);
  const years = teacher.experienceTeaching;
  return [
    ...(teacher.job ? [teacher.job] : []),
    ...(years ? [t.count("general.card.experience", years)] : []),
    ...(qualification ? [qualification] : []),
  ];
}
