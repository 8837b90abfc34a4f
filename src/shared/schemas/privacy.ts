import * as z from "zod/mini";
import { withoutMarks } from "@/shared/text";
import { passwordConfirmationSchema } from "./accounts";

/** The form that erases an account also asks for a word in the page's language. */
export const eraseFormSchema = ({ word }: { word: string }) =>
  z.extend(passwordConfirmationSchema, {
    word: z.string().check(
      z.minLength(1),
      z.refine((typed) => bare(typed) === bare(word), { error: "wrong_word", params: { word } }),
    ),
  });

/** Without case and diacritics, because not every keyboard has Romanian letters. */
const bare = (text: string): string => withoutMarks(text).trim().toLowerCase();

const section = z.looseObject({});

/** The export's sections; their fields are those of the stored rows. */
export const exportSchema = z.object({
  exported_at: z.iso.datetime(),
  profile: z.nullable(section),
  sessions: z.array(section),
  known_devices: z.array(section),
  one_time_tokens: z.array(section),
  teacher_sightings: z.array(section),
  two_step: z.array(section),
  listings: z.array(section),
  other_pictures: z.array(section),
  enquiries: z.array(section),
  requests: z.array(section),
  request_notices: z.array(section),
  invitations: z.array(section),
  alerts: z.array(section),
  orders: z.array(section),
  invoices: z.array(section),
  reports: z.array(section),
  listing_decisions: z.array(section),
  reviews: z.array(section),
  review_reports: z.array(section),
  shortlist: z.array(section),
  testimonials: z.array(section),
  verifications: z.array(section),
  contact_messages: z.array(section),
  follow_up_notes: z.array(section),
  posts: z.array(section),
  statistics: z.array(section),
  mails: z.array(section),
  push_devices: z.array(section),
  uploads: z.array(section),
  consent: z.nullable(section),
  audit_log: z.array(section),
  setting_versions: z.array(section),
  limit_counters: z.array(section),
  idempotency_keys: z.array(section),
});
