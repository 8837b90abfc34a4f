import type { ProfileChanges } from "@/shared/schemas/accounts";

/** What teachers say of themselves, under the names of the columns; what was left out is undefined. */
export const teacherColumns = ({
  studies = {},
  experience = {},
  ...teacher
}: NonNullable<ProfileChanges["teacher_information"]>) => ({
  phoneNumber: teacher.phone_number,
  county: teacher.county,
  neighbourhood: teacher.neighbourhood,
  qualifications: teacher.qualifications,
  job: teacher.job,
  employer: teacher.employer,
  highSchool: studies.high_school,
  bachelors: studies.bachelors,
  masters: studies.masters,
  doctorate: studies.doctorate,
  experienceJob: experience.job,
  experienceTeaching: experience.teaching,
});
