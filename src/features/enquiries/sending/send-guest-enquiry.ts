import { sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHits, findRetryAfter, hasHitsLeft } from "@/db/limits";
import { enquiries, messages } from "@/db/schema";
import { findVisibleListing } from "@/features/listings";
import { queueMail } from "@/features/mail";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type GuestEnquiryInput, guestEnquirySchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { guestToken } from "../guests/guest-token";
import { ENQUIRIES_A_DAY, ENQUIRIES_AN_HOUR, MOST_UNCONFIRMED, UNCONFIRMED_MS } from "../limits";
import { findSentEnquiry, findUnconfirmed } from "../queries";

/** The same words to the same listing within so long (ms) are one form that was sent twice. */
const TWICE_MS = 10 * 60_000;

/**
 * Saves a guest's message to the teacher of a visible listing and mails the guest a confirmation link. The teacher sees
 * nothing before confirmation. An address with an account gets the same treatment. `appCheck` is the widget's token, ""
 * without one. Refuses `not_found`, `invalid`, `forbidden` (`app_check`) and `too_many`. Returns the address that the
 * link went to.
 */
export async function sendGuestEnquiry(
  ctx: Ctx,
  listingId: string,
  { appCheck, ...input }: { message: unknown; name: unknown; email: unknown; appCheck: string },
): Promise<Result<{ id: string; email: string }>> {
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) return refuse("not_found");
  const checked = validate(guestEnquirySchema, input);
  if (!checked.ok) return checked;
  const { message, name, email } = checked.value;
  const { id, waits } = await placeOf(ctx, listingId, checked.value);
  if (waits) return ok({ id, email });
  if (!(await ctx.appCheck.passes(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const refusal = await overUnconfirmed(ctx, email);
  if (refusal) return { ok: false, refusal };
  const limits = limitsOf(ctx, email);

  const [written] = await ctx.commit([
    insertWhere(
      ctx.db,
      enquiries,
      {
        id,
        listingId,
        guestName: name,
        guestEmail: email,
        guestLocale: ctx.locale,
        state: "new",
        createdTs: ctx.now,
        lastMessageTs: ctx.now,
        learnerReadTs: ctx.now,
      },
      // The account may have been deleted since it was read, and its listings with it.
      sql`exists (select 1 from listings where id = ${listingId}) and ${hasHitsLeft(limits, ctx.now)}`,
    )
      .onConflictDoNothing()
      .returning({ id: enquiries.id }),
    insertWhere(
      ctx.db,
      messages,
      { id: ctx.newId(), enquiryId: id, author: "learner", text: message, createdTs: ctx.now },
      previousChanged,
    ),
    ...countHits(ctx.db, limits, ctx.now),
    // The mail omits the message: the mailbox may belong to another person.
    queueMail(
      ctx,
      {
        template: "enquiry_confirm",
        to: email,
        locale: ctx.locale,
        params: { title: listing.title },
        about: auditSubject("enquiry", id),
        actionPath: paths.enquiry(id, { token: guestToken(ctx, { id, email }) }),
        linkExpiresTs: ctx.now + UNCONFIRMED_MS,
      },
      previousChanged,
    ),
  ]);
  // Where the same form came at the same time, as from a double click, the faster one is there.
  if ((written as unknown[]).length > 0 || (await findSentEnquiry(ctx, id))) return ok({ id, email });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? refuse("not_found")
    : refuse("too_many", { reason: "too_many_enquiries", retryAfter });
}

/**
 * The id of a form's enquiry, and whether it waits for its guest already: then the form was sent twice. One that was
 * confirmed or forgotten meanwhile is done with, and the form makes another; limits keep them few.
 */
async function placeOf(ctx: Ctx, listingId: string, input: GuestEnquiryInput) {
  for (let earlier = 0; ; earlier++) {
    const id = idOf(ctx, listingId, input, earlier);
    const before = await findSentEnquiry(ctx, id);
    if (!before) return { id, waits: false };
    if (before.guestEmail === input.email && before.confirmedTs === null) return { id, waits: true };
  }
}

/** The same form gets the same id, so sending it twice creates one enquiry. Other senders cannot guess the id. */
function idOf(
  ctx: Ctx,
  listingId: string,
  { message, name, email }: GuestEnquiryInput,
  earlier: number,
): string {
  const form = JSON.stringify([listingId, email, name, message, Math.floor(ctx.now / TWICE_MS), earlier]);
  return hashToId(keyedHash(ctx, "guest enquiry's id", form));
}

/** A guest counts by address and by mailbox. */
const limitsOf = (ctx: Ctx, email: string) =>
  [limitKey(ctx, ctx.network), limitKey(ctx, email)].flatMap((key) =>
    [ENQUIRIES_AN_HOUR, ENQUIRIES_A_DAY].map((limit) => [limit, key] as const),
  );

/** A mailbox that confirms nothing is written to no more. */
async function overUnconfirmed(ctx: Ctx, email: string): Promise<Refusal | null> {
  const waiting = await findUnconfirmed(ctx, email);
  if (waiting.length < MOST_UNCONFIRMED) return null;
  const oldest = waiting[0] ?? ctx.now;
  const retryAfter = Math.max(1, Math.ceil((oldest + UNCONFIRMED_MS - ctx.now) / 1000));
  return { code: "too_many", reason: "too_many_unconfirmed", retryAfter };
}
