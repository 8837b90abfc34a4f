import * as z from "zod/mini";
import {
  COUNTY_CODES,
  DEFAULT_LANGUAGES,
  LANGUAGES,
  type Role,
  SIGN_UP_ROLES,
  type SignUpRole,
} from "@/shared/codes";
import {
  CONTACT_DATA_ERROR,
  hasNoContactData,
  listFieldsWithSplitContactData,
  namesStreet,
} from "@/shared/contact-data";
import { isOfAge, parseDay, toDay } from "@/shared/dates";
import { parsePhone } from "@/shared/phone";
import { capitalizeName, countCharacters, normaliseLine, normaliseLines } from "@/shared/text";
import { problemSchema } from "./json";

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const NAME_LENGTH = 60;
/** Least ages in years; teachers work with children. */
export const MINIMUM_AGE = { u: 16, t: 18 } as const satisfies Record<SignUpRole, number>;

/** An e-mail address in lower case, the form in which accounts store it. RFC 5321 allows 254 characters. */
export const emailField = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => normaliseLine(value).toLowerCase()),
  ),
  z.email().check(z.maxLength(254)),
);

const passwordField = z
  .string()
  .check(
    z.minLength(1),
    z.refine((value) => countCharacters(value.normalize("NFC")) >= PASSWORD_LENGTH.min, {
      error: "too_short",
      params: { min: PASSWORD_LENGTH.min },
    }),
    z.refine((value) => countCharacters(value.normalize("NFC")) <= PASSWORD_LENGTH.max, {
      error: "too_long",
      params: { max: PASSWORD_LENGTH.max },
    }),
  )
  .register(z.globalRegistry, { minLength: PASSWORD_LENGTH.min, maxLength: PASSWORD_LENGTH.max });

const normalisedLine = z.pipe(z.string(), z.transform(normaliseLine));
const line = (max: number) => z.pipe(normalisedLine, z.string().check(z.maxLength(max)));
/** A line of text that is public without moderation. */
const publicLine = (max: number) => line(max).check(z.refine(hasNoContactData, CONTACT_DATA_ERROR));
/** A locality or a neighborhood, which is public: never the street. */
const placeField = line(80).check(
  z.refine((place) => !namesStreet(place), "street_in_place"),
  z.refine(hasNoContactData, CONTACT_DATA_ERROR),
);
export const nameField = z.pipe(
  normalisedLine,
  z.string().check(z.minLength(1), z.maxLength(NAME_LENGTH), z.regex(/\p{L}/u, "no_letter")),
);
/** An account's name, which is public. */
export const publicNameField = nameField.check(
  z.overwrite(capitalizeName),
  z.refine(hasNoContactData, CONTACT_DATA_ERROR),
);

/** For `superRefine` of objects with public text. */
export function refuseSplitContactData(
  texts: Parameters<typeof listFieldsWithSplitContactData>[0],
  issues: z.core.$RefinementCtx,
): void {
  for (const field of listFieldsWithSplitContactData(texts))
    issues.addIssue({ code: "custom", path: [field], message: CONTACT_DATA_ERROR.error });
}

export const dayField = z.pipe(
  z.string().check(z.minLength(1)),
  z.transform((value, { issues }) => {
    const day = parseDay(value);
    if (day === null) issues.push({ code: "custom", message: "not_date", input: value });
    return day ?? z.NEVER;
  }),
);

/**
 * Sign-up: the fields of the form and of POST /auth/users/signup. Other fields (an id, flags) are dropped. `now` in
 * ms, for the age in Bucharest's calendar.
 */
export function signUpSchema({ now, siteName }: { now: number; siteName: string }) {
  const today = toDay(now);
  return z
    .object({
      // In the form's order, which is that of the errors.
      role: z._default(z.enum(SIGN_UP_ROLES), "u"),
      first_name: publicNameField,
      last_name: publicNameField,
      birth_date: dayField,
      email: emailField,
      password: passwordField,
    })
    .check(
      z.superRefine(refuseSplitContactData),
      z.superRefine((account, issues) => {
        const min = MINIMUM_AGE[account.role];
        if (!isOfAge(account.birth_date, min, today)) {
          issues.addIssue({ code: "custom", path: ["birth_date"], message: "too_young", params: { min } });
        }
        if (repeatsName(account.password, [account.email, siteName])) {
          issues.addIssue({ code: "custom", path: ["password"], message: "password_is_email" });
        }
      }),
    );
}

/** A new password for an existing account: PUT /auth/users/reset-password and the forms that set one. */
export const newPasswordSchema = ({ email, siteName }: { email: string; siteName: string }) =>
  z.object({
    password: passwordField.check(
      z.refine((password) => !repeatsName(password, [email, siteName]), {
        error: "password_is_email",
      }),
    ),
  });

/**
 * The password that confirms closing or erasing an account, in a call or a form. The schema doesn't check whether it
 * is right.
 */
export const passwordConfirmationSchema = z.object({ password: z.string().check(z.minLength(1)) });

/** The right address of a sign-up, and the mistyped one. */
export const emailCorrectionSchema = z.object({ email: emailField, signed_up_email: emailField });

/** The address of an account whose password was forgotten. */
export const forgotPasswordSchema = z.object({ email: emailField });

/**
 * Whether a password is only a name of the account or the site, possibly repeated; compares letters and digits only.
 */
function repeatsName(password: string, names: string[]): boolean {
  const bare = (text: string) =>
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
  const barePassword = bare(password);
  return (
    barePassword !== "" &&
    names.map(bare).some((name) => name !== "" && barePassword.replaceAll(name, "") === "")
  );
}

const phoneField = z.nullable(
  z.pipe(
    z.string(),
    z.transform((value, { issues }) => {
      if (value.trim() === "") return null;
      const phone = parsePhone(value);
      if (phone === null) issues.push({ code: "custom", message: "not_phone", input: value });
      return phone;
    }),
  ),
);

export const ABOUT_LENGTH = 1000;
const about = z.pipe(
  z.pipe(z.string(), z.transform(normaliseLines)),
  z.string().check(z.maxLength(ABOUT_LENGTH), z.refine(hasNoContactData, CONTACT_DATA_ERROR)),
);

export const QUALIFICATIONS = { max: 20, length: 120 } as const;
/** Empty rows of the form are dropped. */
const qualifications = z.pipe(
  z.array(publicLine(QUALIFICATIONS.length)).check(z.maxLength(QUALIFICATIONS.max)),
  z.transform((lines) => lines.filter(Boolean)),
);

/** Languages of the lessons in the order of LANGUAGES, each once. */
const languages = z.pipe(
  z.array(z.enum(LANGUAGES)).check(z.minLength(1)),
  z.transform((codes) => LANGUAGES.filter((code) => codes.includes(code))),
);

export const EXPERIENCE_YEARS = { min: 0, max: 80 } as const;
const years = z.int().check(z.gte(EXPERIENCE_YEARS.min), z.lte(EXPERIENCE_YEARS.max));

/** Teacher information at the sign-up; every field is optional. */
export const teacherInformationSchema = z
  .object({
    phone_number: z.optional(phoneField),
    whatsapp: z._default(z.boolean(), false),
    about: z._default(about, ""),
    county: z.nullish(z.enum(COUNTY_CODES)),
    neighbourhood: z._default(placeField, ""),
    qualifications: z._default(qualifications, []),
    job: z._default(publicLine(120), ""),
    employer: z._default(publicLine(120), ""),
    studies: z.prefault(
      z.object({
        high_school: z._default(publicLine(120), ""),
        bachelors: z._default(publicLine(120), ""),
        masters: z._default(publicLine(120), ""),
        doctorate: z._default(publicLine(120), ""),
      }),
      {},
    ),
    experience: z.prefault(z.object({ job: z._default(years, 0), teaching: z._default(years, 0) }), {}),
    languages: z._default(languages, () => [...DEFAULT_LANGUAGES]),
  })
  .check(z.superRefine(refuseSplitContactData));

export type TeacherInformation = z.output<typeof teacherInformationSchema>;

/**
 * Changes of teacher information: only given fields, also within `studies` and `experience`. In the form's order, which
 * is that of the errors.
 */
const teacherChanges = z.partial(
  z.object({
    about,
    qualifications,
    languages,
    experience: z.partial(z.object({ teaching: years, job: years })),
    job: publicLine(120),
    employer: publicLine(120),
    studies: z.partial(
      z.object({
        bachelors: publicLine(120),
        masters: publicLine(120),
        doctorate: publicLine(120),
        high_school: publicLine(120),
      }),
    ),
    phone_number: phoneField,
    whatsapp: z.boolean(),
    county: z.nullable(z.enum(COUNTY_CODES)),
    neighbourhood: placeField,
  }),
);

/**
 * Changes of an account by its owner, by form and by PUT /auth/users/me: only given fields. Other fields (id, e-mail
 * address, role, flags, picture) are dropped, and for users who are no teachers `teacher_information`, too. `now` in
 * ms, for the age in Bucharest's calendar.
 */
export function profileSchema({ now, role }: { now: number; role: Role }) {
  const today = toDay(now);
  const min = role === "u" ? MINIMUM_AGE.u : MINIMUM_AGE.t;
  const person = z.object({
    first_name: z.optional(publicNameField),
    last_name: z.optional(publicNameField),
    birth_date: z.optional(
      dayField.check(z.refine((day) => isOfAge(day, min, today), { error: "too_young", params: { min } })),
    ),
  });
  return role === "u" ? person : z.extend(person, { teacher_information: z.optional(teacherChanges) });
}

export type ProfileChanges = z.output<ReturnType<typeof profileSchema>> & {
  teacher_information?: z.output<typeof teacherChanges>;
};

/** A refused sign-in. With `account_closed` it has the address of the page that reopens the account. */
export const signInProblemSchema = z
  .extend(problemSchema, { reactivation_url: z.optional(z.url()) })
  .register(z.globalRegistry, { id: "SignInProblem" });

export type SignInProblem = z.infer<typeof signInProblemSchema>;
