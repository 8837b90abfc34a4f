import type { contactMessages, enquiries, followUpNotes, listings, testimonials } from "@/db/schema";
import { addDays, DAY_MS, toDay } from "@/shared/dates";

type NoteRow = typeof followUpNotes.$inferInsert;
type Seeded = {
  adminId: string;
  contactMessages: readonly (typeof contactMessages.$inferInsert)[];
  testimonials: readonly (typeof testimonials.$inferInsert)[];
  enquiries: readonly (typeof enquiries.$inferInsert)[];
  listings: readonly (typeof listings.$inferInsert)[];
};

/** The admin's notes in the follow-up list: an overdue one, one for today, a snoozed one and a done one. */
export function createFollowUp(seeded: Seeded, now: number): NoteRow[] {
  const today = toDay(now);
  const messages = [...seeded.contactMessages].sort((a, b) => a.createdTs - b.createdTs);
  const pendingTestimonial = seeded.testimonials.find(({ state }) => state === "pending");
  const unanswered = seeded.enquiries.find(
    ({ state, teacherId, createdTs }) => state === "new" && teacherId && createdTs <= now - 2 * DAY_MS,
  );
  const leadMs = 14 * DAY_MS;
  const expiring = seeded.listings
    .filter(({ state, expiresTs }) => state === "published" && expiresTs && expiresTs > now)
    .flatMap(({ id, expiresTs }) => ({ id, sinceTs: Number(expiresTs) - leadMs }))
    .filter(({ sinceTs }) => sinceTs <= now)
    .sort((a, b) => a.sinceTs - b.sinceTs);
  const note = (
    queue: string,
    item: { id: string; sinceTs: number } | undefined,
    fields: Partial<NoteRow>,
  ): NoteRow[] =>
    item ? [{ key: `${queue}:${item.id}`, sinceTs: item.sinceTs, updatedTs: now - DAY_MS, ...fields }] : [];
  const toItem = (row: { id: string; createdTs: number } | undefined) =>
    row && { id: row.id, sinceTs: row.createdTs };
  const owner = { ownerId: seeded.adminId };
  return [
    ...note("contact", toItem(messages[0]), {
      ...owner,
      note: "Am cerut detalii, răspunsul întârzie. De sunat.",
      due: addDays(today, -1),
    }),
    ...note("enquiries_unanswered", toItem(unanswered), {
      ...owner,
      note: "Profesorul este plecat până joi.",
      due: today,
    }),
    ...note("testimonials", toItem(pendingTestimonial), {
      note: "De citit împreună.",
      snoozedUntil: addDays(today, 2),
    }),
    ...note("listings_expiring", expiring[0], { ...owner, note: "Vrea să prelungească." }),
    ...note("listings_expiring", expiring[1], { ...owner, outcome: "Va prelungi" }),
  ];
}
