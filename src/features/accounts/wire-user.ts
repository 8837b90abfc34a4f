import { wireTimestamp } from "@/shared/format";
import type { OwnAccount } from "./queries";

/** An account as JSON, with all fields: for its owner and for admins. */
export function wireUser({ user, teacher }: OwnAccount) {
  return {
    _id: user.id,
    email: user.email,
    role: user.role,
    first_name: user.firstName,
    last_name: user.lastName,
    birth_date: user.birthDate,
    signup_ts: wireTimestamp(user.signupTs),
    disabled: user.disabledTs !== null,
    can_create_admin: user.canCreateAdmin,
    profile_picture: user.profilePicture,
    teacher_information: user.role === "u" ? null : wireTeacher(teacher),
  };
}

/** A teacher who has said nothing yet has every field, empty. */
function wireTeacher(teacher: OwnAccount["teacher"]) {
  return {
    phone_number: teacher?.phoneNumber ?? null,
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
  };
}
