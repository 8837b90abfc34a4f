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

/** What the admin noted in the follow-up list: something overdue, something for today, something put off, something done. */
export function createFollowUp(seeded: Seeded, now: number): NoteRow[] {
  const today = toDay(now);
  const letters = [...seeded.contactMessages].sort((a, b) => a.createdTs - b.createdTs);
  const unread = seeded.testimonials.find(({ state }) => state === "pending");
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
    about: { id: string; sinceTs: number } | undefined,
    given: Partial<NoteRow>,
  ): NoteRow[] =>
    about ? [{ key: `${queue}:${about.id}`, sinceTs: about.sinceTs, updatedTs: now - DAY_MS, ...given }] : [];
  const since = (row: { id: string; createdTs: number } | undefined) =>
    row && { id: row.id, sinceTs: row.createdTs };
  const owned = { ownerId: seeded.adminId };
  return [
    ...note("contact", since(letters[0]), {
      ...owned,
      note: "Am cerut detalii, răspunsul întârzie. De sunat.",
      due: addDays(today, -1),
    }),
    ...note("enquiries_unanswered", since(unanswered), {
      ...owned,
      note: "Profesorul este plecat până joi.",
      due: today,
    }),
    ...note("testimonials", since(unread), { note: "De citit împreună.", snoozedUntil: addDays(today, 2) }),
    ...note("listings_expiring", expiring[0], { ...owned, note: "Vrea să prelungească." }),
    ...note("listings_expiring", expiring[1], { ...owned, outcome: "Va prelungi" }),
  ];
}
