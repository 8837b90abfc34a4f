import type { ListingCardRow } from "@/features/listings";
import type { Subject } from "@/shared/codes";
import { formatFullName, formatList } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { subjectParams } from "@/shared/scope-params";
import type { PublicTeacher } from "./find-public-teacher";

/** The subjects of listings, each once. */
const listSubjects = (listings: readonly ListingCardRow[]): Subject[] => [
  ...new Set(listings.map(({ subject }) => subject)),
];

/** Title and description of a teacher's page for search engines. */
export function buildTeacherMetadata(
  t: Translator,
  teacher: PublicTeacher,
  listings: readonly ListingCardRow[],
): { title: string; description?: string } {
  const name = formatFullName(teacher);
  if (listings.length === 0) return { title: name };
  const topics = listSubjects(listings).map((subject) => subjectParams(t, subject).topic);
  const subjects = formatList(topics, t.locale);
  return {
    title: t("public-pages.teacher.title", { teacher: name, subjects }),
    description: t("public-pages.teacher.description", { teacher: name, subjects }),
  };
}

/**
 * Structured data of a teacher for search engines; only what the page shows, without the rating: docs/decisions/0066.
 * `site` is the site's origin. https://schema.org/ProfilePage
 */
export function buildTeacherData(
  t: Translator,
  teacher: PublicTeacher,
  listings: readonly ListingCardRow[],
  { site, url }: { site: string; url: string },
): object {
  const { id, profilePicture, pictureTs, job, employer } = teacher;
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url,
    mainEntity: {
      "@type": "Person",
      name: formatFullName(teacher),
      url,
      ...(profilePicture
        ? { image: site + paths.profilePicture(id, profilePicture, { version: pictureTs }) }
        : {}),
      ...(job ? { jobTitle: job } : {}),
      ...(employer ? { worksFor: { "@type": "Organization", name: employer } } : {}),
      knowsAbout: listSubjects(listings).map((subject) => t(`general.subjects.${subject}`)),
    },
  };
}
