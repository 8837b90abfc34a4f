import type { enquiries, messages, requests } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import type { DemoListings } from "./demo-listings";
import type { ListingRow } from "./listings";
import type { Random } from "./random";
import type { UserRow } from "./teachers";
import conversations from "./texts/conversations.json";

type RequestRow = typeof requests.$inferInsert;
type EnquiryRow = typeof enquiries.$inferInsert;
type MessageRow = typeof messages.$inferInsert;

/**
 * Requests: of the demo learner with answers to compare, of others for the demo teacher to answer and answered, and one
 * that waits for the admin.
 */
export function createRequests(
  random: Random,
  {
    learner,
    learners,
    demo,
    listings,
  }: { learner: UserRow; learners: readonly UserRow[]; demo: DemoListings; listings: readonly ListingRow[] },
  now: number,
) {
  const enquiryRows: EnquiryRow[] = [];
  const messageRows: MessageRow[] = [];
  const [first, second, third] = learners.slice(10) as [UserRow, UserRow, UserRow];

  /** A request that was opened some hours ago, with an answer by each of the listings. */
  function toRow(
    author: UserRow,
    hours: number,
    fields: Partial<RequestRow>,
    answering: readonly ListingRow[] = [],
  ): RequestRow {
    const ts = now - hours * HOUR_MS;
    const row = {
      id: random.id(),
      userId: author.id,
      subject: "m",
      level: "m",
      county: "cj",
      online: true,
      availability: [],
      learnerWho: "child",
      text: "",
      locale: "ro",
      state: "open",
      createdTs: ts,
      openedTs: ts,
      answerCount: answering.length,
      ...fields,
    } as const satisfies RequestRow;
    for (const [index, listing] of answering.entries()) {
      const enquiryId = random.id();
      const answeredTs = ts + (index + 1) * 2 * HOUR_MS;
      enquiryRows.push({
        id: enquiryId,
        requestId: row.id,
        listingId: listing.id,
        teacherId: listing.ownerId,
        learnerId: author.id,
        learnerWho: row.learnerWho,
        learnerGrade: fields.learnerGrade ?? null,
        state: "answered",
        createdTs: answeredTs,
        answeredTs,
        lastMessageTs: answeredTs,
        teacherReadTs: answeredTs,
        learnerReadTs: index === 0 ? answeredTs : null,
        awaitsAnswer: false,
      });
      messageRows.push({
        id: random.id(),
        enquiryId,
        author: "teacher",
        text: conversations.requestAnswers[index % conversations.requestAnswers.length] ?? "",
        createdTs: answeredTs,
      });
    }
    return row;
  }

  const fitting = listings.filter(
    ({ subject, levels, online, county, state, expiresTs }) =>
      subject === "m" &&
      levels?.includes("pe") &&
      (online || county === "cj") &&
      state === "published" &&
      (expiresTs ?? 0) > now + DAY_MS,
  );
  const answering = [...new Map(fitting.map((listing) => [listing.ownerId, listing])).values()].slice(0, 3);
  const rows = [
    toRow(
      learner,
      26,
      {
        learnerGrade: 8,
        availability: ["1e", "3e", "6m"],
        maxPrice: 12_000,
        text: "Pregătire pentru Evaluarea Națională; acum ia 6–7 și și-ar dori un 9. Căutăm pe cineva cu răbdare.",
      },
      answering,
    ),
    toRow(first, 5, {
      subject: "p",
      level: "pb",
      learnerWho: "me",
      availability: ["3e", "5e"],
      maxPrice: 15_000,
      text: "Pregătesc Bacalaureatul la fizică de la mecanică și electricitate, o dată pe săptămână.",
    }),
    toRow(
      second,
      50,
      {
        level: "h",
        learnerGrade: 10,
        availability: ["2e", "4e"],
        text: "Are goluri de la funcții încoace.",
      },
      [demo.mathematics],
    ),
    toRow(third, 3, {
      subject: "en",
      level: "bc",
      learnerWho: "me",
      county: null,
      text: "Conversație pentru un interviu de angajare peste două luni.",
      state: "pending",
      holdRule: "first_request",
      openedTs: null,
    }),
  ];
  return { requests: rows, enquiries: enquiryRows, messages: messageRows };
}
