import { and, asc, desc, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { requireUser } from "@/auth/guards";
import type { Ctx, Visitor } from "@/context";
import { enquiries, listings, messages, users } from "@/db/schema";
import { getListingState } from "@/features/listings";
import type { Side } from "@/shared/codes";
import { isGuestToken } from "./guests/guest-token";
import { sideName } from "./names";

/** More than a conversation has; the newest are shown. */
const MESSAGES_SHOWN = 500;

const teacher = alias(users, "teacher");
const learner = alias(users, "learner");

const TEACHER = {
  id: teacher.id,
  profilePicture: teacher.profilePicture,
  pictureTs: teacher.pictureTs,
  firstName: teacher.firstName,
  lastName: teacher.lastName,
  email: teacher.email,
  locale: teacher.locale,
  disabledTs: teacher.disabledTs,
};
const LEARNER = {
  id: learner.id,
  profilePicture: learner.profilePicture,
  pictureTs: learner.pictureTs,
  firstName: learner.firstName,
  lastName: learner.lastName,
  email: learner.email,
  locale: learner.locale,
  disabledTs: learner.disabledTs,
};

async function find(ctx: Ctx, which: SQL | undefined) {
  const [row] = await ctx.db
    .select({
      id: enquiries.id,
      teacherId: enquiries.teacherId,
      learnerId: enquiries.learnerId,
      guestName: enquiries.guestName,
      guestEmail: enquiries.guestEmail,
      guestLocale: enquiries.guestLocale,
      confirmedTs: enquiries.confirmedTs,
      state: enquiries.state,
      createdTs: enquiries.createdTs,
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
      teacher: TEACHER,
      learner: LEARNER,
    })
    .from(enquiries)
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(teacher, eq(teacher.id, enquiries.teacherId))
    .leftJoin(learner, eq(learner.id, enquiries.learnerId))
    .where(which)
    .limit(1);
  return row ?? null;
}

type Row = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The enquiry as one side sees it. */
function seenBy(ctx: Ctx, side: Side, row: Row) {
  return {
    ...row,
    side,
    listing: row.listing && { ...row.listing, shown: getListingState(row.listing, ctx.now) === "published" },
    names: {
      teacher: sideName(ctx.t, "teacher", row.teacher),
      learner: row.guestName ?? sideName(ctx.t, "learner", row.learner),
    },
    /** Whether a guest wrote it and did not confirm it yet, so that it has no teacher. */
    unconfirmed: row.guestEmail !== null && row.confirmedTs === null,
    /** Whether the other side can still receive messages. */
    open: row.teacher !== null && (row.learner !== null || row.guestEmail !== null),
  };
}

/** An enquiry with where its mails go. The other side is null once erased, and the listing once its owner was. */
export type SeenEnquiry = ReturnType<typeof seenBy>;

/** An enquiry as its two sides with an account see it; null for everybody else, and when there is none. */
export async function findOwnEnquiry(ctx: Ctx, user: Visitor, id: string): Promise<SeenEnquiry | null> {
  const row = await find(
    ctx,
    and(eq(enquiries.id, id), or(eq(enquiries.teacherId, user.id), eq(enquiries.learnerId, user.id))),
  );
  return row && seenBy(ctx, row.teacherId === user.id ? "teacher" : "learner", row);
}

/** An enquiry as its guest sees it, by the token of their link; null for an invalid token. */
export async function findGuestEnquiry(ctx: Ctx, id: string, token: string): Promise<GuestEnquiry | null> {
  const row = await find(ctx, and(eq(enquiries.id, id), isNotNull(enquiries.guestEmail)));
  if (!row || row.guestEmail === null || !isGuestToken(ctx, { id, email: row.guestEmail }, token))
    return null;
  return { ...seenBy(ctx, "learner", row), guestEmail: row.guestEmail };
}

export type GuestEnquiry = SeenEnquiry & { guestEmail: string };

/**
 * Finds the enquiry as the reader sees it: guests by the token of their link, users by their account.
 * @throws Refused `unauthenticated` without either.
 */
export async function findReadersEnquiry(ctx: Ctx, id: string, token?: string): Promise<SeenEnquiry | null> {
  const linked = token ? await findGuestEnquiry(ctx, id, token) : null;
  return linked ?? findOwnEnquiry(ctx, requireUser(ctx), id);
}

/** Messages of an enquiry, oldest first. The caller checks read access with the enquiry's own query. */
export async function messagesOf(ctx: Ctx, enquiryId: string) {
  const newest = await ctx.db
    .select({ id: messages.id, author: messages.author, text: messages.text, createdTs: messages.createdTs })
    .from(messages)
    .where(eq(messages.enquiryId, enquiryId))
    .orderBy(desc(messages.createdTs), desc(messages.id))
    .limit(MESSAGES_SHOWN);
  return newest.reverse();
}

export type Message = Awaited<ReturnType<typeof messagesOf>>[number];

/** Whose an enquiry is and what about, for a form that was sent before; null when there is none. */
export async function findSentEnquiry(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      learnerId: enquiries.learnerId,
      listingId: enquiries.listingId,
      guestEmail: enquiries.guestEmail,
      confirmedTs: enquiries.confirmedTs,
    })
    .from(enquiries)
    .where(eq(enquiries.id, id))
    .limit(1);
  return row ?? null;
}

/** A message and whose it is, for a form that was sent before; null when there is none. */
export async function findSentMessage(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({ enquiryId: messages.enquiryId, author: messages.author, text: messages.text })
    .from(messages)
    .where(eq(messages.id, id))
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

/** When the enquiries were written that wait for this mailbox to confirm them (ms), oldest first. */
export async function findUnconfirmed(ctx: Ctx, email: string): Promise<number[]> {
  const rows = await ctx.db
    .select({ createdTs: enquiries.createdTs })
    .from(enquiries)
    .where(and(eq(enquiries.guestEmail, email), isNull(enquiries.confirmedTs)))
    .orderBy(asc(enquiries.createdTs));
  return rows.map(({ createdTs }) => createdTs);
}
