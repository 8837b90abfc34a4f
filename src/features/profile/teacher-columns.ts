import type { ProfileChanges } from "@/shared/schemas/accounts";

/** Teacher information as database columns; fields left out are undefined. */
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
