import * as z from "zod";
import { COUNTY_CODES, type Role, SIGN_UP_ROLES, type SignUpRole } from "@/shared/codes";
import { CONTACT_DATA_ERROR, hasNoContactData } from "@/shared/contact-data";
import { dayOf, isOfAge, readDay } from "@/shared/dates";
import { readPhone } from "@/shared/phone";
import { characters, normaliseLine } from "@/shared/text";

export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const;
export const NAME_LENGTH = 60;
/** Years; teachers deal with other people's children. */
export const LEAST_AGE = { u: 16, t: 18 } as const satisfies Record<SignUpRole, number>;

/** An e-mail address, lower case, as accounts are found by it. RFC 5321 allows 254 characters. */
export const emailField = z
  .string()
  .transform((value) => normaliseLine(value).toLowerCase())
  .pipe(z.email().max(254));

export const passwordField = z
  .string()
  .min(1)
  .refine((value) => characters(value.normalize("NFC")) >= PASSWORD_LENGTH.minimum, {
    error: "too_short",
    params: { minimum: PASSWORD_LENGTH.minimum },
  })
  .refine((value) => characters(value.normalize("NFC")) <= PASSWORD_LENGTH.maximum, {
    error: "too_long",
    params: { maximum: PASSWORD_LENGTH.maximum },
  })
  .meta({ minLength: PASSWORD_LENGTH.minimum, maxLength: PASSWORD_LENGTH.maximum });

const line = (maximum: number) => z.string().transform(normaliseLine).pipe(z.string().max(maximum));
/** A line that is public as soon as it is saved. */
const publicLine = (maximum: number) => line(maximum).refine(hasNoContactData, CONTACT_DATA_ERROR);
export const nameField = z.string().transform(normaliseLine).pipe(z.string().min(1).max(NAME_LENGTH));
/** A name of an account, which is public. */
export const publicNameField = nameField.refine(hasNoContactData, CONTACT_DATA_ERROR);

export const dayField = z
  .string()
  .min(1)
  .transform((value, issues) => {
    const day = readDay(value);
    if (day === null) issues.addIssue({ code: "custom", message: "not_date" });
    return day ?? z.NEVER;
  });

/**
 * Who wants an account: the fields of the form and of POST /auth/users/signup. Whatever else is sent (an id, flags)
 * is dropped. `now` in ms decides about the age, in Bucharest's calendar.
 */
export function signUpSchema({ now, siteName }: { now: number; siteName: string }) {
  const today = dayOf(now);
  return z
    .object({
      email: emailField,
      password: passwordField,
      first_name: publicNameField,
      last_name: publicNameField,
      birth_date: dayField,
      role: z.enum(SIGN_UP_ROLES).default("u"),
    })
    .superRefine((account, issues) => {
      const minimum = LEAST_AGE[account.role];
      if (!isOfAge(account.birth_date, minimum, today)) {
        issues.addIssue({ code: "custom", path: ["birth_date"], message: "too_young", params: { minimum } });
      }
      if (isNameOf(account.password, [account.email, siteName])) {
        issues.addIssue({ code: "custom", path: ["password"], message: "password_is_email" });
      }
    });
}

/** A new password for an account that exists: of PUT /auth/users/reset-password and of the forms that set one. */
export const newPasswordSchema = ({ email, siteName }: { email: string; siteName: string }) =>
  z.object({
    password: passwordField.refine((password) => !isNameOf(password, [email, siteName]), {
      error: "password_is_email",
    }),
  });

/**
 * What confirms that somebody closes or erases their account: in a call's body, and in a form. Whether the password is
 * the right one is not the schema's to say.
 */
export const confirmingSchema = z.object({ password: z.string().min(1) });

/** The address of the account whose password was forgotten. */
export const forgotPasswordSchema = z.object({ email: emailField });

/** Whether a password is only a name of the account or the site: letters and digits alone count, repetitions too. */
function isNameOf(password: string, names: string[]): boolean {
  const bare = (text: string) =>
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  const given = bare(password);
  return given !== "" && names.map(bare).some((one) => one !== "" && given.replaceAll(one, "") === "");
}

const phoneField = z
  .string()
  .transform((value, issues) => {
    if (value.trim() === "") return null;
    const phone = readPhone(value);
    if (phone === null) issues.addIssue({ code: "custom", message: "not_phone" });
    return phone;
  })
  .nullable();

export const QUALIFICATIONS = { most: 20, length: 120 } as const;
/** Rows of a form that stay empty are none. */
const qualifications = z
  .array(publicLine(QUALIFICATIONS.length))
  .max(QUALIFICATIONS.most)
  .transform((lines) => lines.filter(Boolean));

export const EXPERIENCE_YEARS = { minimum: 0, maximum: 80 } as const;
const years = z.number().int().min(EXPERIENCE_YEARS.minimum).max(EXPERIENCE_YEARS.maximum);

/** What teachers say of themselves at first; every field may be left out. */
export const teacherInformationSchema = z.object({
  phone_number: phoneField.optional(),
  county: z.enum(COUNTY_CODES).nullish(),
  neighbourhood: publicLine(80).default(""),
  qualifications: qualifications.default([]),
  job: publicLine(120).default(""),
  employer: publicLine(120).default(""),
  studies: z
    .object({
      high_school: publicLine(120).default(""),
      bachelors: publicLine(120).default(""),
      masters: publicLine(120).default(""),
      doctorate: publicLine(120).default(""),
    })
    .prefault({}),
  experience: z.object({ job: years.default(0), teaching: years.default(0) }).prefault({}),
});

export type TeacherInformation = z.output<typeof teacherInformationSchema>;

/** What teachers change about themselves: only what is given, the parts of `studies` and `experience` too. */
const teacherChanges = z
  .object({
    phone_number: phoneField,
    county: z.enum(COUNTY_CODES).nullable(),
    neighbourhood: publicLine(80),
    qualifications,
    job: publicLine(120),
    employer: publicLine(120),
    studies: z
      .object({
        high_school: publicLine(120),
        bachelors: publicLine(120),
        masters: publicLine(120),
        doctorate: publicLine(120),
      })
      .partial(),
    experience: z.object({ job: years, teaching: years }).partial(),
  })
  .partial();

/**
 * What people change of their own account, by the form and by PUT /auth/users/me: only what is given. All else (id,
 * e-mail address, role, flags, picture) is dropped, and so is `teacher_information` of whoever is no teacher. `now` in
 * ms decides about the age, in Bucharest's calendar.
 */
export function profileSchema({ now, role }: { now: number; role: Role }) {
  const today = dayOf(now);
  const minimum = role === "u" ? LEAST_AGE.u : LEAST_AGE.t;
  const person = z.object({
    first_name: publicNameField.optional(),
    last_name: publicNameField.optional(),
    birth_date: dayField
      .refine((day) => isOfAge(day, minimum, today), { error: "too_young", params: { minimum } })
      .optional(),
  });
  return role === "u" ? person : person.extend({ teacher_information: teacherChanges.optional() });
}

export type ProfileChanges = z.output<ReturnType<typeof profileSchema>> & {
  teacher_information?: z.output<typeof teacherChanges>;
};
