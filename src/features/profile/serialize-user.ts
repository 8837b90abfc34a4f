import { DEFAULT_LANGUAGES } from "@/shared/codes";
import { formatInitial, toTimestampJson } from "@/shared/format";
import type { OwnUserJson, PublicUserJson } from "@/shared/schemas/user-json";
import type { OwnAccount, PublicAccount } from "./queries";

/** An account as JSON with all fields, for its owner and for admins. */
export function serializeOwnUser({ user, teacher }: OwnAccount): OwnUserJson {
  return {
    _id: user.id,
    email: user.email,
    role: user.role,
    first_name: user.firstName,
    last_name: user.lastName,
    birth_date: user.birthDate,
    signup_ts: toTimestampJson(user.signupTs),
    disabled: user.disabledTs !== null,
    can_create_admin: user.canCreateAdmin,
    profile_picture: user.profilePicture,
    teacher_information: user.role === "u" ? null : serializeTeacher(teacher),
  };
}

/** The public JSON of an account. */
export function serializePublicUser({ user, teacher }: PublicAccount): PublicUserJson {
  const learner = user.role === "u";
  return {
    _id: user.id,
    role: user.role,
    first_name: user.firstName,
    last_name: learner ? formatInitial(user.lastName) : user.lastName,
    signup_ts: toTimestampJson(user.signupTs),
    profile_picture: user.profilePicture,
    teacher_information: learner ? null : serializePublicTeacher(teacher),
  };
}

/** A teacher without information yet gets every field, empty. */
export const serializeTeacher = (teacher: OwnAccount["teacher"]) => ({
  phone_number: teacher?.phoneNumber ?? null,
  whatsapp: teacher?.whatsapp ?? false,
  ...serializePublicTeacher(teacher),
});

const serializePublicTeacher = (teacher: PublicAccount["teacher"]) => ({
  about: teacher?.about ?? "",
  county: teacher?.county ?? null,
  neighbourhood: teacher?.neighbourhood ?? "",
  qualifications: teacher?.qualifications ?? [],
  job: teacher?.job ?? "",
  employer: teacher?.employer ?? "",
  studies: {
    high_school: teacher?.highSchool ?? "",
    bachelors: teacher?.bachelors ?? "",
    masters: teacher?.masters ?? "",
    doctorate: teacher?.doctorate ?? "",
  },
  experience: { job: teacher?.experienceJob ?? 0, teaching: teacher?.experienceTeaching ?? 0 },
  languages: teacher?.languages ?? [...DEFAULT_LANGUAGES],
});
