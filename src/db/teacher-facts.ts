import { teacherInformation } from "./schema";

/** Columns of what teachers tell visitors about themselves. */
export const TEACHER_FACTS = {
  about: teacherInformation.about,
  qualifications: teacherInformation.qualifications,
  job: teacherInformation.job,
  employer: teacherInformation.employer,
  highSchool: teacherInformation.highSchool,
  bachelors: teacherInformation.bachelors,
  masters: teacherInformation.masters,
  doctorate: teacherInformation.doctorate,
  experienceJob: teacherInformation.experienceJob,
  experienceTeaching: teacherInformation.experienceTeaching,
};
