import { asc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "@/context";
import { enquiries, listings, messages, users } from "@/db/schema";
import { serializeTimestamp } from "@/shared/format";
import { learnerIs } from "./erase";
import { shownState, sideName } from "./names";

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * The conversations that a person takes part in, as JSON for their export: whole threads, as they themselves see them,
 * the other side by the name that may be shown; what they wrote as a guest from their mailbox as well.
 */
export async function exportEnquiries(ctx: Ctx, userId: string) {
  const theirs = sql`(teacher_id = ${userId} or ${learnerIs(userId)})`;
  const [rows, words] = await Promise.all([
    ctx.db
      .select({
        enquiry: enquiries,
        title: listings.title,
        teacher: { firstName: teacher.firstName, lastName: teacher.lastName },
        learner: { firstName: learner.firstName, lastName: learner.lastName },
      })
      .from(enquiries)
      .leftJoin(listings, eq(listings.id, enquiries.listingId))
      .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
      .leftJoin(learner, eq(learner.id, enquiries.learnerId))
      .where(theirs)
      .orderBy(asc(enquiries.createdTs), asc(enquiries.id)),
    ctx.db
      .select()
      .from(messages)
      .where(inArray(messages.enquiryId, ctx.db.select({ id: enquiries.id }).from(enquiries).where(theirs)))
      .orderBy(asc(messages.createdTs), asc(messages.id)),
  ]);
  const time = (ts: number | null) => (ts === null ? null : serializeTimestamp(ts));
  const threads = Map.groupBy(words, ({ enquiryId }) => enquiryId);
  return rows.map(({ enquiry, title, ...people }) => {
    const side = enquiry.teacherId === userId ? "teacher" : "learner";
    const { guestName, guestEmail, guestLocale } = enquiry;
    const asGuest = side === "learner" && guestEmail !== null;
    const unconfirmed = guestEmail !== null && enquiry.confirmedTs === null;
    const other =
      side === "teacher"
        ? (guestName ?? sideName(ctx.t, "learner", people.learner))
        : sideName(ctx.t, "teacher", people.teacher);
    return {
      _id: enquiry.id,
      side,
      // An unconfirmed enquiry has not reached a teacher.
      with: unconfirmed ? null : other,
      guest: asGuest ? { name: guestName, email: guestEmail, locale: guestLocale } : null,
      listing_id: enquiry.listingId,
      listing_title: title,
      state: shownState(side, enquiry.state),
      created_ts: serializeTimestamp(enquiry.createdTs),
      confirmed_ts: time(enquiry.confirmedTs),
      // Reminders to the teacher are the teacher's data only.
      reminded_ts: side === "teacher" ? time(enquiry.remindedTs) : null,
      answered_ts: time(enquiry.answeredTs),
      last_message_ts: serializeTimestamp(enquiry.lastMessageTs),
      read_ts: time(side === "teacher" ? enquiry.teacherReadTs : enquiry.learnerReadTs),
      messages: (threads.get(enquiry.id) ?? []).map((message) => ({
        _id: message.id,
        author: message.author === side ? "you" : "other",
        text: message.text,
        created_ts: serializeTimestamp(message.createdTs),
      })),
    };
  });
}
