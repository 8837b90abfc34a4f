import type { ReactNode } from "react";
import { formatMonth } from "@/shared/format";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import type { TeacherFacts } from "./find-teacher";

/**
 * The teacher's text, qualifications, experience and studies. `children` are the contact actions. Renders nothing if
 * it would only have the date of the sign-up.
 */
export function TeacherPanel({
  teacher,
  hasDocuments,
  children,
}: {
  teacher: TeacherFacts;
  /** Whether the page has the section of checked documents. */
  hasDocuments: boolean;
  children?: ReactNode;
}) {
  const { t, locale } = usePage();
  const years = (count: number | null) => (count ? t.count("general.counts.years", count) : null);
  const job =
    teacher.job && teacher.employer
      ? t("public-pages.listing.teacher.jobAt", { job: teacher.job, employer: teacher.employer })
      : teacher.job || teacher.employer;
  const items = [
    { term: t("public-pages.listing.teacher.teaching"), details: years(teacher.experienceTeaching) },
    { term: t("public-pages.listing.teacher.qualifications"), details: formatLines(teacher.qualifications) },
    { term: t("public-pages.listing.teacher.job"), details: job },
    { term: t("public-pages.listing.teacher.jobExperience"), details: years(teacher.experienceJob) },
    { term: t("public-pages.listing.teacher.doctorate"), details: teacher.doctorate },
    { term: t("public-pages.listing.teacher.masters"), details: teacher.masters },
    { term: t("public-pages.listing.teacher.bachelors"), details: teacher.bachelors },
    { term: t("public-pages.listing.teacher.highSchool"), details: teacher.highSchool },
  ];
  const hasFacts = items.some(({ details }) => details);
  if (!hasFacts && !children && !teacher.about) return null;
  return (
    <section className="section">
      <h2>{t("public-pages.listing.teacher.title")}</h2>
      <div className="stack stack--tight">
        {teacher.about ? (
          <div className="prose pre-line" lang="">
            {teacher.about}
          </div>
        ) : null}
        <p className="muted small">
          {t("public-pages.listing.teacher.since", { date: formatMonth(teacher.signupTs, locale) })}
        </p>
      </div>
      {children ? <div className="teacher__contact">{children}</div> : null}
      {hasFacts ? (
        <>
          <p className="muted small">
            {t(`public-pages.listing.teacher.${hasDocuments ? "statedOrChecked" : "stated"}`)}
          </p>
          <DescriptionList items={items} />
        </>
      ) : null}
    </section>
  );
}

/** One text alone, or several as a list. */
function formatLines(texts: readonly string[] | null) {
  if (!texts || texts.length < 2) return texts?.[0];
  return (
    <ul className="list-plain">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and lines may be alike
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
