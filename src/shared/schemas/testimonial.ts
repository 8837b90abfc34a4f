import "./jitless";
import * as z from "zod/mini";
import { TESTIMONIAL_STATES } from "@/shared/codes";
import { CONTACT_DATA_ERROR, hasNoContactData } from "@/shared/contact-data";
import { LOCALES } from "@/shared/i18n/locales";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { NAME_LENGTH } from "./accounts";
import { contentSchema, timestampSchema } from "./json";

/** Characters of a testimonial. */
export const TESTIMONIAL_LENGTH = { min: 20, max: 600 } as const;
/** Characters of the author's description, such as "mother of two, Cluj". */
export const TESTIMONIAL_ROLE_LENGTH = 60;

const line = z.string().check(z.overwrite(normaliseLine));

/** A testimonial: the text, the displayed name, and consent to its publication. */
export const testimonialSchema = z.object({
  text: z
    .string()
    .check(
      z.overwrite(normaliseLines),
      z.minLength(TESTIMONIAL_LENGTH.min),
      z.maxLength(TESTIMONIAL_LENGTH.max),
      z.refine(hasNoContactData, CONTACT_DATA_ERROR),
    ),
  name: line.check(z.minLength(1), z.maxLength(NAME_LENGTH), z.refine(hasNoContactData, CONTACT_DATA_ERROR)),
  role: z._default(
    line.check(z.maxLength(TESTIMONIAL_ROLE_LENGTH), z.refine(hasNoContactData, CONTACT_DATA_ERROR)),
    "",
  ),
  consent: z.literal(true, { error: "consent_required" }),
});

/** An admin's decision: published, rejected, or pending again. */
export const testimonialStateSchema = z.object({ state: z.enum(TESTIMONIAL_STATES) });

/** The public JSON of a testimonial. */
const testimonialJsonSchema = z
  .object({
    _id: z.string(),
    text: z.string(),
    name: z.string(),
    role: z.string(),
    consent: z.literal(true),
    state: z.enum(TESTIMONIAL_STATES),
    locale: z.enum(LOCALES),
    created_ts: timestampSchema,
  })
  .register(z.globalRegistry, { id: "Testimonial" });

export const testimonialResponseSchema = contentSchema(testimonialJsonSchema);
export const testimonialListResponseSchema = z.object({
  content: z.array(testimonialJsonSchema),
  /** The value for `after`; null on the last page. */
  next: z.nullable(z.string()),
});

export type TestimonialJson = z.output<typeof testimonialJsonSchema>;
