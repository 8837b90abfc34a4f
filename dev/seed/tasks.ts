import type {
  enquiries,
  listingRevisions,
  mailOutbox,
  messages,
  reports,
  reviews,
  testimonials,
} from "@/db/schema";
import { DAY_MS, HOUR_MS, toDay } from "@/shared/dates";
import { formatFullName, formatInitial } from "@/shared/format";
import type { ListingRow } from "./listings";
import type { Random } from "./random";
import type { SeedTeacher, UserRow } from "./teachers";
import conversations from "./texts/conversations.json";
import { fill } from "./texts/fill";
import { SAME_NETWORK_REVIEW } from "./texts/reviews";
import { getSubjectTexts } from "./texts/subject-texts";
import { REPORTS, REVISIONS, UNDELIVERED_MAIL } from "./texts/tasks";
import testimonialTexts from "./texts/testimonials.json";
import { createRequest } from "./verifications";

type EnquiryRow = typeof enquiries.$inferInsert;
type MessageRow = typeof messages.$inferInsert;

type TasksInput = {
  learners: readonly UserRow[];
  teachers: readonly SeedTeacher[];
  listings: readonly ListingRow[];
  enquiries: readonly EnquiryRow[];
};

/** Days after which an unanswered message is a task, and how many of them stay unanswered. */
const UNANSWERED_DAYS = 2;
const UNANSWERED = 5;

/**
 * What waits for an admin, in addition to what other generators leave open. Answers old messages, and removes the county
 * of a teacher: both change rows of the input.
 */
export function createTasks(
  random: Random,
  { learners, teachers, listings, enquiries: enquiryRows }: TasksInput,
  now: number,
) {
  const teachersById = new Map(teachers.map((teacher) => [teacher.user.id, teacher]));
  const lasting = listings.filter(
    ({ ownerId, state, publishedTs, expiresTs }) =>
      teachersById.has(ownerId) &&
      state === "published" &&
      (publishedTs ?? now) < now - 10 * DAY_MS &&
      (expiresTs ?? 0) > now + 10 * DAY_MS,
  );
  const atSchool = lasting.filter(
    ({ levels, locations }) => levels?.includes("m") && locations?.includes("th"),
  );
  const oneOfEach = [...new Map(atSchool.map((listing) => [listing.ownerId, listing])).values()];
  const chosen = random.sample(oneOfEach, 6);
  const [reviewed, ...changed] = chosen.splice(0, 3) as [ListingRow, ...ListingRow[]];
  const conversation = enquiryRows.find(
    ({ state, learnerId, listingId, createdTs }) =>
      state === "answered" &&
      learnerId &&
      createdTs > now - 20 * DAY_MS &&
      lasting.some(({ id }) => id === listingId && !chosen.some((listing) => listing.id === id)),
  );

  const reportRows = REPORTS.map(
    ({ hoursAgo, isAboutConversation, ...report }): typeof reports.$inferInsert => {
      const about = isAboutConversation
        ? {
            listingId: conversation?.listingId,
            enquiryId: conversation?.id,
            reportedSide: "teacher" as const,
            reporterId: conversation?.learnerId,
          }
        : { listingId: chosen.pop()?.id, reporterId: random.pick(learners).id };
      if (!about.listingId) throw new Error(`no listing for the report: ${report.text}`);
      return {
        id: random.id(),
        ...report,
        ...about,
        listingId: about.listingId,
        createdTs: now - hoursAgo * HOUR_MS,
      };
    },
  );

  const revisions = REVISIONS.map(
    ({ hoursAgo, text, holdRule }, index): typeof listingRevisions.$inferInsert => {
      const { id = "", title = "", description } = changed[index] ?? {};
      return {
        listingId: id,
        title,
        description: holdRule === "rewritten" ? text : `${description}\n\n${text}`,
        holdRule,
        submittedTs: now - hoursAgo * HOUR_MS,
      };
    },
  );

  const gender = teachersById.get(reviewed.ownerId)?.name.gender ?? "f";
  const review: typeof reviews.$inferInsert = {
    ...SAME_NETWORK_REVIEW,
    id: random.id(),
    teacherId: reviewed.ownerId,
    listingId: reviewed.id,
    guestKey: random.id(),
    subject: reviewed.subject,
    level: reviewed.levels?.[0] ?? null,
    text: fill(SAME_NETWORK_REVIEW.text, { gender, s: "" }),
    locale: "ro",
    authorName: null,
    authorRole: "learner",
    state: "pending",
    holdRule: "same_network",
    createdTs: now - 26 * HOUR_MS,
  };

  const author = random.pick(learners);
  const testimonialTs = now - 44 * HOUR_MS;
  const testimonial: typeof testimonials.$inferInsert = {
    ...testimonialTexts.late,
    locale: "ro",
    id: random.id(),
    userId: author.id,
    name: `${author.firstName} ${formatInitial(author.lastName ?? "")}`,
    consentTs: testimonialTs,
    state: "pending",
    createdTs: testimonialTs,
  };

  const [certified, incomplete] = teachers.slice(-2) as [SeedTeacher, SeedTeacher];
  const certificate = createRequest(
    random,
    certified,
    {
      kind: "integrity",
      proves: "",
      hoursAgo: 52,
      title: "CERTIFICAT DE INTEGRITATE COMPORTAMENTALĂ",
      issuer: "Inspectoratul de Poliție Județean",
      date: toDay(now - 12 * DAY_MS),
    },
    now,
  );
  incomplete.information.county = null;

  return {
    reports: reportRows,
    listingRevisions: revisions,
    reviews: [review],
    testimonials: [testimonial],
    verifications: [certificate.row],
    documents: [certificate.document],
    messages: answerEnquiries(random, enquiryRows, listings, now),
    mails: [createUndeliveredMail(random, random.pick(learners), certified, now)],
  };
}

/** Answers old messages until a few are left, the newest. Returns the answers. */
function answerEnquiries(
  random: Random,
  enquiryRows: readonly EnquiryRow[],
  listings: readonly ListingRow[],
  now: number,
): MessageRow[] {
  const subjects = new Map(listings.map(({ id, subject }) => [id, subject]));
  return enquiryRows
    .filter(
      ({ state, awaitsAnswer, createdTs }) =>
        state === "new" && awaitsAnswer && createdTs <= now - UNANSWERED_DAYS * DAY_MS,
    )
    .sort((a, b) => b.createdTs - a.createdTs)
    .slice(UNANSWERED)
    .map((enquiry) => {
      const ts = enquiry.createdTs + random.int(2, 20) * HOUR_MS;
      Object.assign(enquiry, {
        state: "answered",
        answeredTs: ts,
        lastMessageTs: ts,
        awaitsAnswer: false,
        teacherReadTs: ts,
        learnerReadTs: ts,
      });
      const subject = subjects.get(enquiry.listingId ?? "");
      const s = subject ? (getSubjectTexts(subject).names[0] ?? "") : "";
      return {
        id: random.id(),
        enquiryId: enquiry.id,
        author: "teacher",
        text: fill(random.pick(conversations.answers), { gender: "f", s }),
        createdTs: ts,
      };
    });
}

function createUndeliveredMail(
  random: Random,
  learner: UserRow,
  { user }: SeedTeacher,
  now: number,
): typeof mailOutbox.$inferInsert {
  const createdTs = now - 30 * HOUR_MS;
  const slots = {
    gender: "f",
    teacher: formatFullName({ firstName: user.firstName ?? "", lastName: user.lastName ?? "" }),
  } as const;
  return {
    id: random.id(),
    template: "enquiry_answered",
    recipient: `gresit.${learner.email}`,
    subject: fill(UNDELIVERED_MAIL.subject, slots),
    // A mail that came back was sent once, and its text is deleted then.
    text: "",
    html: "",
    createdTs,
    attempts: 1,
    nextAttemptTs: createdTs,
    state: "dead",
    lastError: UNDELIVERED_MAIL.error,
  };
}
