import type { appointments, enquiries, messages } from "@/db/schema";
import type { EnquiryState } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { DemoListings } from "./demo-listings";
import type { ListingRow } from "./listings";
import { createDeck, type Random } from "./random";
import type { UserRow } from "./teachers";
import conversations from "./texts/conversations.json";
import { fill } from "./texts/fill";
import { getSubjectTexts } from "./texts/subject-texts";

type EnquiryRow = typeof enquiries.$inferInsert;
type AppointmentRow = typeof appointments.$inferInsert;
type MessageRow = typeof messages.$inferInsert;

type EnquiryInput = {
  learner: UserRow;
  learners: readonly UserRow[];
  demo: DemoListings;
  listings: readonly ListingRow[];
};

/**
 * Conversations: of the demo learner with the demo teacher and with others, of others with the demo teacher, and more.
 */
export function createEnquiries(
  random: Random,
  { learner, learners, demo, listings }: EnquiryInput,
  now: number,
) {
  const deck = createDeck(random);
  const enquiryRows: EnquiryRow[] = [];
  const messageRows: MessageRow[] = [];

  /**
   * A conversation in which both sides write alternately. Unless `read`, the recipient has not read the last messages.
   */
  function converse(
    listing: ListingRow,
    from: UserRow,
    startedTs: number,
    count: number,
    options: { state?: EnquiryState; read?: boolean; guest?: boolean } = {},
  ): void {
    const id = random.id();
    const subjectName = getSubjectTexts(listing.subject).names[0] ?? "";
    const { openings, answers, replies, lastAnswers } = conversations;
    const messageTexts = [openings, answers, replies, lastAnswers].slice(0, count);
    let ts = startedTs;
    const messages = messageTexts.map((texts, index): MessageRow => {
      if (index > 0) ts = Math.min(now - 300_000 * (count - index), ts + random.int(2, 20) * HOUR_MS);
      const author = index % 2 === 0 ? "learner" : "teacher";
      return {
        id: random.id(),
        enquiryId: id,
        author,
        text: fill(deck(`turn${index}`, texts), { gender: "f", s: subjectName }),
        createdTs: ts,
      };
    });
    const last = messages.at(-1);
    const read = options.read ?? true;
    const lastBy = (author: string) =>
      messages.findLast((message) => message.author === author)?.createdTs ?? null;
    enquiryRows.push({
      id,
      listingId: listing.id,
      teacherId: listing.ownerId,
      ...(options.guest
        ? {
            guestName: from.firstName,
            guestEmail: `guest.${from.email}`,
            guestLocale: "ro",
            confirmedTs: startedTs,
          }
        : { learnerId: from.id }),
      state: options.state ?? (count > 1 ? "answered" : "new"),
      createdTs: startedTs,
      answeredTs: messages[1]?.createdTs ?? null,
      fullAnswerTs: messages[1]?.createdTs ?? null,
      lastMessageTs: ts,
      awaitsAnswer: last?.author === "learner" && options.state === undefined,
      teacherReadTs: read || last?.author === "teacher" ? ts : lastBy("teacher"),
      learnerReadTs: read || last?.author === "learner" ? ts : lastBy("learner"),
    });
    messageRows.push(...messages);
  }

  converse(demo.mathematics, learner, now - 6 * DAY_MS, 4, { state: "won" });
  converse(demo.physics, learner, now - 30 * HOUR_MS, 2, { read: false });
  for (const [index, other] of learners.slice(0, 9).entries()) {
    const listing = index % 3 === 2 ? demo.physics : demo.mathematics;
    const count = [1, 3, 2, 4, 1, 2, 3, 2, 1][index] ?? 1;
    const state = ({ 3: "won", 5: "lost", 8: "spam" } as const)[index as 3 | 5 | 8];
    const startedTs = now - (index * 22 + random.int(2, 9)) * HOUR_MS;
    converse(listing, other, startedTs, count, {
      ...(state ? { state } : {}),
      read: index > 2,
      guest: index === 6,
    });
  }
  const visible = listings.filter(({ state, expiresTs }) => state === "published" && (expiresTs ?? 0) > now);
  const [first, second, third, ...rest] = random.sample(visible, 70);
  if (first) converse(first, learner, now - 5 * HOUR_MS, 1);
  if (second) converse(second, learner, now - 3 * DAY_MS, 2, { read: false });
  if (third) converse(third, learner, now - 12 * DAY_MS, 3, { state: "lost" });
  for (const listing of rest) {
    const sinceTs = Math.max(listing.publishedTs ?? 0, now - 40 * DAY_MS);
    const startedTs = sinceTs + Math.floor(((now - sinceTs) * random.int(5, 90)) / 100);
    const count = random.weighted([
      [1, 30],
      [2, 35],
      [3, 20],
      [4, 15],
    ]);
    const state = count === 4 ? "won" : count === 1 && random.chance(8) ? "spam" : undefined;
    converse(listing, random.pick(learners), startedTs, count, {
      ...(state ? { state } : {}),
      read: random.chance(70),
    });
  }
  // Teachers published long enough to show their usual response time.
  const settled = visible.filter(({ publishedTs }) => (publishedTs ?? now) < now - 40 * DAY_MS);
  for (const listing of random.sample(settled, 40)) {
    for (let n = 0; n < 5; n++) {
      const startedTs = now - random.int(3, 38) * DAY_MS - n * HOUR_MS;
      converse(listing, random.pick(learners), startedTs, random.pick([2, 2, 3]), { state: "lost" });
    }
  }
  const lessons = createAppointments(enquiryRows, now);
  const lessonEnds = new Map(
    lessons.map(({ enquiryId, times, minutes }) => [enquiryId, Math.max(...times) + minutes * 60_000]),
  );
  return {
    enquiries: addShares(enquiryRows, now).map((row) => ({
      ...row,
      lessonTs: lessonEnds.get(row.id) ?? null,
    })),
    messages: messageRows,
    appointments: lessons,
  };
}

/** A lesson that the demo learner and the demo teacher agreed, and a proposal to answer. */
function createAppointments(rows: readonly EnquiryRow[], now: number): AppointmentRow[] {
  const time = Math.floor(now / DAY_MS) * DAY_MS + 2 * DAY_MS + 15 * HOUR_MS;
  return rows.slice(0, 2).map(({ id }, index) => ({
    // Each has the id of its enquiry, so that no other random id changes.
    id,
    enquiryId: id,
    ...(index === 0
      ? { proposedBy: "learner", state: "accepted", time, noticeTs: time - DAY_MS }
      : { proposedBy: "teacher", state: "proposed" }),
    times: index === 0 ? [time] : [time + HOUR_MS, time + DAY_MS],
    minutes: 60,
    place: index === 0 ? "online" : "La Biblioteca Județeană",
    createdTs: now - HOUR_MS,
    updatedTs: now - HOUR_MS,
  }));
}

/** Adds when each enquiry counts in the teacher's reply share: only the first of its sender does. */
function addShares(rows: readonly EnquiryRow[], now: number): EnquiryRow[] {
  const seen = new Set<string>();
  const countsFrom = new Map<string, number>();
  for (const { id, teacherId, learnerId, guestEmail, createdTs } of rows.toSorted(
    (a, b) => a.createdTs - b.createdTs,
  )) {
    const pair = `${teacherId} ${learnerId ?? guestEmail}`;
    if (!seen.has(pair)) countsFrom.set(id, createdTs + 2 * DAY_MS);
    seen.add(pair);
  }
  return rows.map((row) => {
    const countsFromTs = countsFrom.get(row.id) ?? null;
    return { ...row, countsFromTs, isCounted: countsFromTs !== null && countsFromTs < now };
  });
}
