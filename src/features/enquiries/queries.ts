import { and, asc, desc, eq, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx, Visitor } from "@/context";
import { enquiries, listings, messages, users } from "@/db/schema";
import { listingState } from "@/features/listings";
import type { Side } from "@/shared/codes";
import { sideName } from "./names";

/** More than a conversation has; the newest are shown. */
const MESSAGES_SHOWN = 500;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

/**
 * An enquiry as its two sides see it, with where its mails go; null for everybody else, and when there is none. The
 * other side is null once that person was erased, and the listing once its owner was.
 */
export async function findOwnEnquiry(ctx: Ctx, user: Visitor, id: string) {
  const [row] = await ctx.db
    .select({
      id: enquiries.id,
      teacherId: enquiries.teacherId,
      learnerId: enquiries.learnerId,
      state: enquiries.state,
      answeredTs: enquiries.answeredTs,
      lastMessageTs: enquiries.lastMessageTs,
      teacherReadTs: enquiries.teacherReadTs,
      learnerReadTs: enquiries.learnerReadTs,
      listing: {
        id: listings.id,
        title: listings.title,
        state: listings.state,
        expiresTs: listings.expiresTs,
      },
      teacher: {
        id: teacher.id,
        profilePicture: teacher.profilePicture,
        pictureTs: teacher.pictureTs,
        firstName: teacher.firstName,
        lastName: teacher.lastName,
        email: teacher.email,
        locale: teacher.locale,
        disabledTs: teacher.disabledTs,
      },
      learner: {
        id: learner.id,
        profilePicture: learner.profilePicture,
        pictureTs: learner.pictureTs,
        firstName: learner.firstName,
        lastName: learner.lastName,
        email: learner.email,
        locale: learner.locale,
        disabledTs: learner.disabledTs,
      },
    })
    .from(enquiries)
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(and(eq(enquiries.id, id), or(eq(enquiries.teacherId, user.id), eq(enquiries.learnerId, user.id))))
    .limit(1);
  if (!row) return null;
  const side: Side = row.teacherId === user.id ? "teacher" : "learner";
  return {
    ...row,
    side,
    listing: row.listing && { ...row.listing, shown: listingState(row.listing, ctx.now) === "published" },
    names: {
      teacher: sideName(ctx.t, "teacher", row.teacher),
      learner: sideName(ctx.t, "learner", row.learner),
    },
    /** Whether there is somebody left to write to. */
    open: row.teacher !== null && row.learner !== null,
  };
}

export type OwnEnquiry = NonNullable<Awaited<ReturnType<typeof findOwnEnquiry>>>;

/** The messages of an enquiry, oldest first. Whether one may read them is `findOwnEnquiry`'s to say. */
export async function messagesOf(ctx: Ctx, enquiryId: string) {
  const newest = await ctx.db
    .select({ id: messages.id, author: messages.author, text: messages.text, createdTs: messages.createdTs })
    .from(messages)
    .where(eq(messages.enquiryId, enquiryId))
    .orderBy(desc(messages.createdTs), desc(messages.id))
    .limit(MESSAGES_SHOWN);
  return newest.reverse();
}

/** Whose an enquiry is and what about, for a form that was sent before; null when there is none. */
export async function findSentEnquiry(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ learnerId: enquiries.learnerId, listingId: enquiries.listingId })
    .from(enquiries)
    .where(eq(enquiries.id, id))
    .limit(1);
  return row ?? null;
}

/** The visitor's newest enquiry about a listing, for the page that offers to write another; null when there is none. */
export async function findEarlierEnquiry(ctx: Ctx, listingId: string): Promise<{ id: string } | null> {
  if (!ctx.user) return null;
  const [row] = await ctx.db
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(and(eq(enquiries.listingId, listingId), eq(enquiries.learnerId, ctx.user.id)))
    .orderBy(desc(enquiries.lastMessageTs), asc(enquiries.id))
    .limit(1);
  return row ?? null;
}
