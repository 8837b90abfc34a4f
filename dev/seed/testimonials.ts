import type { contactMessages, testimonials } from "@/db/schema";
import { HOUR_MS } from "@/shared/dates";
import { formatFullName, formatInitial } from "@/shared/format";
import type { DemoAccounts } from "./accounts";
import type { Random } from "./random";
import type { UserRow } from "./teachers";
import texts from "./texts/testimonials.json";

type TestimonialText = Pick<TestimonialRow, "locale" | "text"> & { role: string };
type Letter = Pick<ContactRow, "locale" | "subject" | "message"> & { hoursAgo: number };
type TestimonialRow = typeof testimonials.$inferInsert;
type ContactRow = typeof contactMessages.$inferInsert;
type FeedbackAuthors = DemoAccounts & { learners: readonly UserRow[] };

/** Testimonials about the site, most of them published, and messages to its operator. */
export function createFeedback(random: Random, accounts: FeedbackAuthors, now: number) {
  const authors = random.sample(accounts.learners, texts.learners.length + texts.pending.length + 2);
  const createTestimonial = (
    author: UserRow | undefined,
    { locale, role, text }: TestimonialText,
    createdTs: number,
    state: "published" | "pending",
  ): TestimonialRow => ({
    id: random.id(),
    userId: (author ?? accounts.learner).id,
    text,
    name: getPublicName(author ?? accounts.learner),
    role,
    locale,
    consentTs: createdTs,
    state,
    createdTs,
    ...(state === "published"
      ? { decidedTs: createdTs + random.int(2, 30) * HOUR_MS, decidedBy: accounts.admin.id }
      : {}),
  });
  const testimonialRows = [
    ...(texts.learners as TestimonialText[]).map((text, index) =>
      createTestimonial(authors.pop(), text, random.daysAgo(now, 4 + index * 9), "published"),
    ),
    createTestimonial(
      accounts.teacher,
      texts.teacher as TestimonialText,
      random.daysAgo(now, 33),
      "published",
    ),
    ...(texts.pending as TestimonialText[]).map((text, index) =>
      createTestimonial(authors.pop(), text, now - (5 + index * 26) * HOUR_MS, "pending"),
    ),
  ];

  const createMessage = (
    index: 0 | 1 | 2,
    sender: Pick<ContactRow, "name" | "email"> & { userId?: string },
  ): ContactRow => {
    const { hoursAgo, locale, subject, message } = texts.messages[index] as Letter;
    return {
      id: random.id(),
      subject,
      message,
      locale,
      createdTs: now - hoursAgo * HOUR_MS,
      ...sender,
    };
  };
  const [parent, clerk] = authors;
  const guest = (user: UserRow | undefined) => ({
    name: formatFullName(getName(user ?? accounts.learner)),
    email: `guest.${(user ?? accounts.learner).email}`,
  });
  const { learner } = accounts;
  return {
    testimonials: testimonialRows,
    contactMessages: [
      createMessage(0, { userId: learner.id, name: formatFullName(getName(learner)), email: learner.email }),
      createMessage(1, guest(parent)),
      createMessage(2, guest(clerk)),
    ],
  };
}

const getName = ({ firstName = "", lastName = "" }: UserRow) => ({ firstName, lastName });
const getPublicName = ({ firstName = "", lastName = "" }: UserRow) =>
  [firstName, formatInitial(lastName)].filter(Boolean).join(" ");
