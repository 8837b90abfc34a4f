import * as z from "zod";

/** The body of DELETE /auth/users/me; whether the password is the right one is not the schema's to say. */
export const eraseSchema = z.object({ password: z.string().min(1) });

/** The form beside it asks for a word as well, in the page's language. */
export const eraseFormSchema = ({ word }: { word: string }) =>
  eraseSchema.extend({
    word: z
      .string()
      .min(1)
      .refine((typed) => bare(typed) === bare(word), { error: "wrong_word", params: { word } }),
  });

/** Case and marks above or below letters do not count: not everybody has a Romanian keyboard. */
const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

const section = z.looseObject({});

/** What the export holds; the fields of its sections are those of the stored rows. */
export const exportSchema = z.object({
  exported_at: z.iso.datetime(),
  profile: section.nullable(),
  sessions: z.array(section),
  known_devices: z.array(section),
  one_time_tokens: z.array(section),
  listings: z.array(section),
  other_pictures: z.array(section),
  enquiries: z.array(section),
  orders: z.array(section),
  mails: z.array(section),
  uploads: z.array(section),
  consent: section.nullable(),
  audit_log: z.array(section),
  limit_counters: z.array(section),
  idempotency_keys: z.array(section),
});
