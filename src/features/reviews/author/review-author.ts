import { eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { reviews, users } from "@/db/schema";
import { type EnquiryView, toGuestKey } from "@/features/enquiries";
import type { LearnerKind } from "@/shared/codes";
import { isMinor } from "@/shared/dates";
import { formatInitial } from "@/shared/format";

/** The learner's side of an enquiry as an author: an account, or a guest by the hash of the address. */
export type ReviewAuthor = {
  learnerId: string | null;
  guestKey: string | null;
  /** "Maria P."; null if the author gave no name. */
  displayedName: string | null;
  isMinor: boolean;
  /** Who the lessons are for, if the enquiry says it. */
  learnerWho: LearnerKind | null;
  /** Condition on `reviews`: written by this author, with the account or as a guest of its verified address. */
  isAuthorSql: SQL;
};

/** The key by which limits count an author. */
export const toLimitKey = ({ learnerId, guestKey }: ReviewAuthor): string => learnerId ?? guestKey ?? "";

/** The learner's side of an enquiry, and under which other identity the same person may have written. */
export async function findReviewAuthor(ctx: Ctx, enquiry: EnquiryView): Promise<ReviewAuthor> {
  const { learnerId, guestEmail, guestName, learnerWho } = enquiry;
  const { id, email, birthDate, firstName, lastName, emailVerifiedTs } = users;
  const [account] = await ctx.db
    .select({ id, email, birthDate, firstName, lastName, emailVerifiedTs })
    .from(users)
    .where(
      learnerId === null
        ? sql`${email} = ${guestEmail} and ${emailVerifiedTs} is not null`
        : eq(id, learnerId),
    );
  const verifiedEmail = guestEmail ?? (account?.emailVerifiedTs ? account.email : null);
  const guestKey = verifiedEmail === null ? null : toGuestKey(ctx, verifiedEmail);
  return {
    learnerId,
    guestKey: learnerId === null ? guestKey : null,
    displayedName: shortenName(learnerId === null ? splitGuestName(guestName ?? "") : account),
    learnerWho,
    isMinor: isMinor(account?.birthDate ?? null, ctx.now),
    isAuthorSql: sql`(${reviews.learnerId} = ${account?.id ?? null} or ${reviews.guestKey} = ${guestKey})`,
  };
}

/** The first and the last word of a guest's name. */
function splitGuestName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.split(/\s+/).filter(Boolean);
  return { firstName, lastName: rest.at(-1) ?? "" };
}

/** First name and initial of the last name; null without a name. */
function shortenName(person: { firstName: string; lastName: string } | undefined): string | null {
  if (!person) return null;
  return [person.firstName, formatInitial(person.lastName)].filter(Boolean).join(" ") || null;
}
