import * as z from "zod/mini";
import { COUNTY_CODES, LANGUAGES, ROLES } from "@/shared/codes";
import { timestampSchema } from "./json";

const teacherJsonSchema = z.object({
  /** E.164 */
  phone_number: z.nullable(z.string()),
  whatsapp: z.boolean(),
  about: z.string(),
  county: z.nullable(z.enum(COUNTY_CODES)),
  neighbourhood: z.string(),
  qualifications: z.array(z.string()),
  job: z.string(),
  employer: z.string(),
  studies: z.object({
    high_school: z.string(),
    bachelors: z.string(),
    masters: z.string(),
    doctorate: z.string(),
  }),
  /** Whole years. */
  experience: z.object({ job: z.int(), teaching: z.int() }),
  /** Languages of the lessons. */
  languages: z.array(z.enum(LANGUAGES)),
});

/** An account as JSON for its owner and for admins: every field. */
export const ownUserJsonSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    first_name: z.string(),
    last_name: z.string(),
    /** `YYYY-MM-DD` */
    birth_date: z.nullable(z.string()),
    signup_ts: timestampSchema,
    disabled: z.boolean(),
    can_create_admin: z.boolean(),
    /** The picture's file extension; the picture is at /images/profile-pictures/{id}.{ext}. */
    profile_picture: z.nullable(z.string()),
    /** Null for learners. */
    teacher_information: z.nullable(teacherJsonSchema),
  })
  .register(z.globalRegistry, { id: "User" });

/**
 * The public JSON of an account: without e-mail address, birth date, phone and flags, and with only the initial of a
 * learner's last name. Teacher information is public.
 */
export const publicUserJsonSchema = z
  .extend(
    z.omit(ownUserJsonSchema, { email: true, birth_date: true, disabled: true, can_create_admin: true }),
    { teacher_information: z.nullable(z.omit(teacherJsonSchema, { phone_number: true, whatsapp: true })) },
  )
  .register(z.globalRegistry, { id: "PublicUser" });

export type OwnUserJson = z.output<typeof ownUserJsonSchema>;
export type PublicUserJson = z.output<typeof publicUserJsonSchema>;
