import { sql } from "drizzle-orm";
import { hashLimitKey, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries, messages } from "@/db/schema";
import { findVisibleListing } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type GuestEnquiryInput, guestEnquirySchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { createGuestToken } from "../guests/guest-token";
import { findEnquirySender, listUnconfirmedTimes } from "../queries";
import { ENQUIRY_LIMITS } from "./send-enquiry";

/** How long (ms) a guest can confirm an enquiry. */
export const CONFIRMATION_PERIOD_MS = 7 * DAY_MS;
/**
 * Maximum unconfirmed enquiries per mailbox. Guests can enter another person's address, so a mailbox that never answers
 * gets at most this many mails a week.
 */
const MAX_UNCONFIRMED = 5;
/** The same message to the same listing within this time (ms) counts as one form that was sent twice. */
const REPEAT_WINDOW_MS = 10 * 60_000;

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
  const { id, isWaiting } = await findFormEnquiry(ctx, listingId, checked.value);
  if (isWaiting) return ok({ id, email });
  if (!(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const refusal = await checkUnconfirmedLimit(ctx, email);
  if (refusal) return { ok: false, refusal };
  const limits = listLimits(ctx, email);

  const [inserted] = await ctx.commit([
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
      sql`exists (select 1 from listings where id = ${listingId}) and ${hasHitsLeftSql(limits, ctx.now)}`,
    )
      .onConflictDoNothing()
      .returning({ id: enquiries.id }),
    insertWhere(
      ctx.db,
      messages,
      { id: ctx.newId(), enquiryId: id, author: "learner", text: message, createdTs: ctx.now },
      previousChanged,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    // The mail omits the message: the mailbox may belong to another person.
    queueMailStatement(
      ctx,
      {
        template: "enquiry_confirm",
        to: email,
        locale: ctx.locale,
        params: { title: listing.title },
        about: auditSubject("enquiry", id),
        actionPath: paths.enquiry(id, { token: createGuestToken(ctx, { id, email }) }),
        linkExpiresTs: ctx.now + CONFIRMATION_PERIOD_MS,
      },
      previousChanged,
    ),
  ]);
  // A concurrent request with the same form, as from a double click, may have been first.
  if (hasRows(inserted) || (await findEnquirySender(ctx, id))) return ok({ id, email });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? refuse("not_found")
    : refuse("too_many", { reason: "too_many_enquiries", retryAfter });
}

/**
 * The id of a form's enquiry, and whether that enquiry already waits for confirmation because the form was sent twice.
 * If it was confirmed or erased since, the form creates another one; limits bound their number.
 */
async function findFormEnquiry(ctx: Ctx, listingId: string, input: GuestEnquiryInput) {
  for (let attempt = 0; ; attempt++) {
    const id = computeEnquiryId(ctx, listingId, input, attempt);
    const existing = await findEnquirySender(ctx, id);
    if (!existing) return { id, isWaiting: false };
    if (existing.guestEmail === input.email && existing.confirmedTs === null) return { id, isWaiting: true };
  }
}

/** The same form gets the same id, so sending it twice creates one enquiry. Other senders cannot guess the id. */
function computeEnquiryId(
  ctx: Ctx,
  listingId: string,
  { message, name, email }: GuestEnquiryInput,
  attempt: number,
): string {
  const form = JSON.stringify([
    listingId,
    email,
    name,
    message,
    Math.floor(ctx.now / REPEAT_WINDOW_MS),
    attempt,
  ]);
  return hashToId(keyedHash(ctx, "guest enquiry's id", form));
}

/** Limits for the guest's network address and for the mailbox. */
const listLimits = (ctx: Ctx, email: string) =>
  [hashLimitKey(ctx, ctx.network), hashLimitKey(ctx, email)].flatMap((key) =>
    ENQUIRY_LIMITS.map((limit) => [limit, key] as const),
  );

/** The refusal of further mails to a mailbox with too many unconfirmed enquiries. */
async function checkUnconfirmedLimit(ctx: Ctx, email: string): Promise<Refusal | null> {
  const times = await listUnconfirmedTimes(ctx, email);
  if (times.length < MAX_UNCONFIRMED) return null;
  const oldest = times[0] ?? ctx.now;
  const retryAfter = Math.max(1, Math.ceil((oldest + CONFIRMATION_PERIOD_MS - ctx.now) / 1000));
  return { code: "too_many", reason: "too_many_unconfirmed", retryAfter };
}
