import { QUALIFICATIONS_FIELD, TEACHER } from "./form-values";
import type { OwnAccount } from "./queries";

/** Fields that a teacher has not filled in and learners would see, the most useful first. */
export function gapsOf({ user, teacher }: OwnAccount): string[] {
  if (user.role !== "t") return [];
  const studied =
    teacher && [teacher.highSchool, teacher.bachelors, teacher.masters, teacher.doctorate].some(Boolean);
  return [
    teacher?.qualifications.length ? null : QUALIFICATIONS_FIELD,
    teacher?.experienceTeaching ? null : `${TEACHER}experience.teaching`,
    studied ? null : `${TEACHER}studies.bachelors`,
  ].filter((name) => name !== null);
}
