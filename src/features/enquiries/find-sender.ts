import { eq } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx, SignedInUser } from "@/context";
import { hasAccountSql, noGuard } from "@/db/guard";
import { defineLimit, type LimitKey } from "@/db/rate-limits";
import { type enquiries, users } from "@/db/schema";
import type { GuestEnquiryInput } from "@/shared/schemas/enquiry";
import { isConfirmedSender } from "./guests/address-proof";
import { formatLearnerName } from "./names";

/** The same message of a guest to the same listing within this time (ms) counts as one form that was sent twice. */
const REPEAT_WINDOW_MS = 10 * 60_000;

/** Limits of a sender over all teachers: of an account, or of a guest's mailbox. */
const SENDER_LIMITS = [defineLimit("enquiries_hour"), defineLimit("enquiries_day")];
/** Limits of a network address, which many guests of a mobile carrier may share. */
const NETWORK_LIMITS = [defineLimit("guest_enquiries_hour"), defineLimit("guest_enquiries_day")];

/** The account that sends an enquiry: of the visitor, or of a mailed link. */
export type SenderAccount = Pick<
  SignedInUser,
  "id" | "email" | "emailVerified" | "firstName" | "lastName" | "birthDate"
>;

/** The account or guest that sends an enquiry. */
export type Sender = {
  isGuest: boolean;
  email: string;
  /** The name as the teacher may see it. */
  name: string;
  /** Null for a guest, who states to be of age. */
  birthDate: SenderAccount["birthDate"];
  /** Whether teachers get the message immediately, without confirmation by a mailed link. */
  isConfirmed: boolean;
  /** The sender's columns of the enquiry. */
  columns: Partial<typeof enquiries.$inferInsert>;
  /** Guard: the sender still exists. */
  existsSql: typeof noGuard;
  limits: LimitKey[];
  /** What is equal in a form that is sent twice. */
  form: readonly unknown[];
};

/** `submissionId` identifies the form. */
export const toAccountSender = (user: SenderAccount, submissionId: string): Sender => ({
  isGuest: false,
  email: user.email,
  name: formatLearnerName(user),
  birthDate: user.birthDate,
  isConfirmed: true,
  columns: { learnerId: user.id },
  existsSql: hasAccountSql(eq(users.id, user.id)),
  limits: SENDER_LIMITS.map((limit) => [limit, user.id]),
  form: [user.id, submissionId],
});

/** `addressProof` is the browser's proof of a confirmed address. */
export async function findGuestSender(
  ctx: Ctx,
  { email, name, message }: GuestEnquiryInput,
  addressProof: string,
): Promise<Sender> {
  const isConfirmed = await isConfirmedSender(ctx, addressProof, email);
  return {
    isGuest: true,
    email,
    name,
    birthDate: null,
    isConfirmed,
    columns: {
      guestName: name,
      guestEmail: email,
      guestLocale: ctx.locale,
      confirmedTs: isConfirmed ? ctx.now : null,
    },
    existsSql: noGuard,
    limits: [
      ...SENDER_LIMITS.map((limit) => [limit, hashLimitKey(ctx, email)] as const),
      ...NETWORK_LIMITS.map((limit) => [limit, hashLimitKey(ctx, ctx.network)] as const),
    ],
    form: [email, name, message, Math.floor(ctx.now / REPEAT_WINDOW_MS)],
  };
}
