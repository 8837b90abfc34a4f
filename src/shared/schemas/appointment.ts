import "./jitless";
import * as z from "zod/mini";
import { APPOINTMENT_STATES, type Location, SIDES } from "@/shared/codes";
import { detectWrittenContact } from "@/shared/contact-data";
import { normaliseLine, normaliseLines } from "@/shared/text";
import { contentSchema, momentSchema } from "./json";

export const ONLINE = "online";
/** Places that have a name for both readers: online, or as in `LOCATIONS`. Any other is the text that was typed. */
export const NAMED_PLACES = [ONLINE, "th", "lh", "sc", "tc"] as const satisfies readonly (
  | typeof ONLINE
  | Location
)[];
export const isNamedPlace = (place: string): place is (typeof NAMED_PLACES)[number] =>
  (NAMED_PLACES as readonly string[]).includes(place);
/** Most times of one proposal. */
export const MAX_TIMES = 3;
export const LESSON_MINUTES = { min: 30, max: 120 } as const;
export const PLACE_LENGTH = 100;
export const CANCEL_REASON_LENGTH = 300;

const MINUTE_MS = 60_000;
/** Lessons begin at whole minutes. */
const toMinute = (ts: number): number => Math.floor(ts / MINUTE_MS) * MINUTE_MS;

const reason = z.string().check(z.overwrite(normaliseLines), z.maxLength(CANCEL_REASON_LENGTH));

/** A proposal: its starts, sorted and each once; how long a lesson is; where. */
export const proposalSchema = z.object({
  times: z.array(momentSchema).check(
    z.overwrite((times) => [...new Set(times.map(toMinute))].sort((a, b) => a - b)),
    z.minLength(1, "required"),
    z.maxLength(MAX_TIMES),
  ),
  minutes: z.int().check(z.gte(LESSON_MINUTES.min), z.lte(LESSON_MINUTES.max)),
  place: z.string().check(
    z.overwrite((place) => {
      const line = normaliseLine(place);
      return line.toLowerCase() === ONLINE ? ONLINE : line;
    }),
    z.minLength(1),
    z.maxLength(PLACE_LENGTH),
    z.refine((place) => detectWrittenContact(place) === null, "contact_in_place"),
  ),
  /** Why an accepted lesson moves; only then. */
  reason: z.optional(reason),
});
export type Proposal = z.output<typeof proposalSchema>;

/** One of the proposed starts. */
export const acceptSchema = z.object({
  time: z.pipe(
    momentSchema,
    z.transform((time) => toMinute(time)),
  ),
});
/** A reason to cancel is optional: the safety page promises so. */
export const cancelSchema = z.object({ reason: z._default(reason, "") });
export const outcomeSchema = z.object({ took_place: z.boolean() });

export const appointmentJsonSchema = z
  .object({
    _id: z.string(),
    enquiry_id: z.string(),
    state: z.enum(APPOINTMENT_STATES),
    times: z.array(z.iso.datetime()),
    /** Null until one is accepted. */
    time: z.nullable(z.iso.datetime()),
    minutes: z.int(),
    place: z.string(),
    proposed_by: z.enum(SIDES),
    took_place: z.nullable(z.boolean()),
  })
  .register(z.globalRegistry, { id: "Appointment" });
export type AppointmentJson = z.output<typeof appointmentJsonSchema>;

export const appointmentResponseSchema = contentSchema(appointmentJsonSchema);
export const appointmentListResponseSchema = z.object({
  content: z.array(appointmentJsonSchema),
  next: z.null(),
});
