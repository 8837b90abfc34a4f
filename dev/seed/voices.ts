import type { contactMessages, testimonials } from "@/db/schema";
import { formatInitial, fullName } from "@/shared/format";
import type { DemoAccounts } from "./accounts";
import { HOUR_MS, type Random } from "./random";
import type { UserRow } from "./teachers";
import { LETTERS, SAID, TEACHER_SAID, UNREAD_SAID } from "./texts/voices";

type TestimonialRow = typeof testimonials.$inferInsert;
type ContactRow = typeof contactMessages.$inferInsert;
type Cast = DemoAccounts & { learners: readonly UserRow[] };

/** Testimonials about the site, most of them published, and messages to its operator. */
export function makeVoices(random: Random, cast: Cast, now: number) {
  const speakers = random.sample(cast.learners, SAID.length + UNREAD_SAID.length + 2);
  const said = (
    by: UserRow | undefined,
    { locale, role, text }: (typeof SAID)[number],
    createdTs: number,
    state: "published" | "pending",
  ): TestimonialRow => ({
    id: random.id(),
    userId: (by ?? cast.learner).id,
    text,
    name: shownName(by ?? cast.learner),
    role,
    locale,
    consentTs: createdTs,
    state,
    createdTs,
    ...(state === "published"
      ? { decidedTs: createdTs + random.int(2, 30) * HOUR_MS, decidedBy: cast.admin.id }
      : {}),
  });
  const testimonialRows = [
    ...SAID.map((words, place) =>
      said(speakers.pop(), words, random.daysAgo(now, 4 + place * 9), "published"),
    ),
    said(cast.teacher, TEACHER_SAID, random.daysAgo(now, 33), "published"),
    ...UNREAD_SAID.map((words, place) =>
      said(speakers.pop(), words, now - (5 + place * 26) * HOUR_MS, "pending"),
    ),
  ];

  const letter = (
    place: 0 | 1 | 2,
    from: Pick<ContactRow, "name" | "email"> & { userId?: string },
  ): ContactRow => {
    const { hoursAgo, subject, message } = LETTERS[place];
    return { id: random.id(), subject, message, locale: "ro", createdTs: now - hoursAgo * HOUR_MS, ...from };
  };
  const [parent, clerk] = speakers;
  const guest = (who: UserRow | undefined) => ({
    name: fullName(getName(who ?? cast.learner)),
    email: `guest.${(who ?? cast.learner).email}`,
  });
  const { learner } = cast;
  return {
    testimonials: testimonialRows,
    contactMessages: [
      letter(0, { userId: learner.id, name: fullName(getName(learner)), email: learner.email }),
      letter(1, guest(parent)),
      letter(2, guest(clerk)),
    ],
  };
}

const getName = ({ firstName = "", lastName = "" }: UserRow) => ({ firstName, lastName });
const shownName = ({ firstName = "", lastName = "" }: UserRow) =>
  [firstName, formatInitial(lastName)].filter(Boolean).join(" ");
