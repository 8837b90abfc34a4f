import type { ReactNode } from "react";
import type { CheckedDocument } from "@/features/listings";
import { formatDate } from "@/shared/format";
import { summarizeRating } from "@/shared/rating";
import { formatReplyTime } from "@/shared/reply-time";
import { Avatar } from "@/ui/avatar";
import { usePage } from "@/ui/page-context";
import { RatingSummary } from "@/ui/rating";
import { DOCUMENTS_ID } from "./checked-documents-section";
import type { TeacherFacts } from "./queries";

/** What learners compare first: face, name, rating, experience, reply time and documents. `children` are the name. */
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
  const { t, locale } = usePage();
  const integrity = documents.find(({ kind }) => kind === "integrity");
  const rating = summarizeRating(teacher);
  const qualification = useQualification(teacher);
  return (
    <div className="teacher-summary">
      <Avatar name={name} size="large" person={{ ...teacher, id: userId }} />
      <div className="teacher-summary__text">
        <div className="teacher-line">
          {children}
          {rating.count === 0 ? null : (
            <a className="teacher-line__rating" href="#reviews">
              <RatingSummary {...rating} />
            </a>
          )}
        </div>
        <ul className="teacher-summary__facts list-plain">
          {teacher.experienceTeaching ? (
            <li>{t.count("general.card.experience", teacher.experienceTeaching)}</li>
          ) : null}
          {qualification ? <li>{qualification}</li> : null}
          {teacher.replyMedianS === null ? null : (
            <li className="card__reply">{formatReplyTime(t, teacher.replyMedianS)}</li>
          )}
          {integrity ? (
            <li className="card__checked">
              <a href={`#${DOCUMENTS_ID}`}>
                {t("verifications.listing.seen.integrity", {
                  checked: formatDate(integrity.checkedTs, locale),
                })}
              </a>
            </li>
          ) : null}
          {documents.some((document) => document !== integrity) ? (
            <li className="card__checked">
              <a href={`#${DOCUMENTS_ID}`}>{t("general.card.checked")}</a>
            </li>
          ) : null}
        </ul>
      </div>
    </div>
  );
}

const STUDIES = ["doctorate", "masters", "bachelors"] as const;

/** The teacher's first qualification, or else the highest of the studies. */
function useQualification(teacher: TeacherFacts): string | null {
  const { t } = usePage();
  const [first] = teacher.qualifications ?? [];
  if (first) return first;
  const study = STUDIES.find((name) => teacher[name]);
  return study ? `${t(`public-pages.listing.teacher.${study}`)}: ${teacher[study]}` : null;
}
