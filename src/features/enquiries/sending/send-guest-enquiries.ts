import { sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { findRetryAfter } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { messages } from "@/db/schema";
import { listVisibleListings } from "@/features/listings";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { type GuestEnquiryInput, guestEnquirySchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { queueConfirmationStatement } from "../guests/confirmation-mail";
import { isConfirmedSender } from "../guests/is-confirmed-sender";
import { checkUnconfirmedLimit } from "../guests/unconfirmed-limit";
import { findEnquirySender } from "../queries";
import { deliverGuestEnquiry } from "./deliver-guest-enquiry";
import {
  type GuestEnquiryDraft,
  listGuestLimits,
  newGuestEnquiryStatements,
} from "./guest-enquiry-statements";

/** The same message to the same listing within this time (ms) counts as one form that was sent twice. */
const REPEAT_WINDOW_MS = 10 * 60_000;

export type GuestInput = {
  message: unknown;
  name: unknown;
  email: unknown;
  appCheck: string;
  /** The browser's proof of a confirmed address; calls without one wait for a mailed link. */
  addressProof?: string;
};

/** What became of the enquiry about one listing. */
export type EnquiryResult = { listingId: string; result: Result<{ id: string }> };

/** A guest's message: the address, and whether it was confirmed, so that the teachers have the message. */
export type SentGuestEnquiries = { email: string; isConfirmed: boolean; results: EnquiryResult[] };

/**
 * Saves a guest's message to the teachers of one or more listings and mails the guest one link that confirms all of
 * them. The teachers see nothing before confirmation. If `addressProof` proves the address, they get the message
 * immediately and no link is mailed. An address with an account gets the same treatment. `appCheck` is
 * the widget's token, "" without one. Refuses `invalid` and `forbidden` (`app_check`); for a single listing `not_found`,
 * `forbidden` (`own_listing`) and `too_many`. Returns the address, and the result for each listing in their order.
 */
export async function sendGuestEnquiries(
  ctx: Ctx,
  listingIds: readonly string[],
  { appCheck, addressProof = "", ...input }: GuestInput,
): Promise<Result<SentGuestEnquiries>> {
  const checked = validate(guestEnquirySchema, input);
  if (!checked.ok) return checked;
  const { email } = checked.value;
  const isConfirmed = await isConfirmedSender(ctx, addressProof, email);
  const visible = await listVisibleListings(ctx, listingIds);
  const drafts = await Promise.all(
    visible.map(async (listing) => ({
      listing,
      ...(await findFormEnquiry(ctx, listing.id, checked.value, isConfirmed)),
    })),
  );
  const created = drafts.filter(({ isStored }) => !isStored);
  if (created.length > 0 && !(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const refusals = isConfirmed
    ? await deliverEnquiries(ctx, drafts, checked.value)
    : await createEnquiries(ctx, { created, drafts, input: checked.value });
  const draftById = new Map(drafts.map((draft) => [draft.listing.id, draft]));
  const results = listingIds.map((listingId): EnquiryResult => {
    const draft = draftById.get(listingId);
    if (!draft) return { listingId, result: refuse("not_found") };
    const refusal = refusals.get(draft);
    return { listingId, result: refusal ? { ok: false, refusal } : ok({ id: draft.id }) };
  });
  return ok({ email, isConfirmed, results });
}

/** Delivers the drafts of a confirmed sender. Returns what was refused. */
async function deliverEnquiries(
  ctx: Ctx,
  drafts: readonly GuestEnquiryDraft[],
  input: GuestEnquiryInput,
): Promise<ReadonlyMap<GuestEnquiryDraft, Refusal>> {
  const refusals = new Map<GuestEnquiryDraft, Refusal>();
  // In order, so that the first listings are sent if the limit allows only some.
  for (const draft of drafts) {
    const result = await deliverGuestEnquiry(ctx, draft, input);
    if (!result.ok) refusals.set(draft, result.refusal);
  }
  return refusals;
}

/** Saves the `created` of all `drafts` and mails a link to all drafts in one batch. Returns what was refused. */
async function createEnquiries(
  ctx: Ctx,
  {
    created,
    drafts,
    input,
  }: {
    created: readonly GuestEnquiryDraft[];
    drafts: readonly GuestEnquiryDraft[];
    input: GuestEnquiryInput;
  },
): Promise<ReadonlyMap<GuestEnquiryDraft, Refusal>> {
  const refusals = new Map<GuestEnquiryDraft, Refusal>();
  if (created.length === 0) return refusals;
  const { email } = input;
  const { left, refusal } = await checkUnconfirmedLimit(ctx, email);
  for (const draft of created.slice(left)) refusals.set(draft, refusal);
  const allowed = created.slice(0, left);
  if (allowed.length === 0) return refusals;

  const limits = listGuestLimits(ctx, email);
  const parts = allowed.map((draft) => ({ draft, messageId: ctx.newId() }));
  const batches = parts.map((part) => newGuestEnquiryStatements(ctx, { ...part, input, limits }));
  const messageIds = JSON.stringify(parts.map((part) => part.messageId));
  const linked = drafts.filter((draft) => !refusals.has(draft));
  const results = await ctx.commit([
    ...batches.flat(),
    queueConfirmationStatement(
      ctx,
      { email, locale: ctx.locale, enquiries: linked, createdTs: ctx.now },
      sql`exists (select 1 from ${messages}
        where ${messages.id} in (select value from json_each(${messageIds})))`,
    ),
  ]);
  let first = 0;
  for (const [index, { draft }] of parts.entries()) {
    const isInserted = hasRows(results[first]);
    first += batches[index]?.length ?? 0;
    // A concurrent request with the same form, as from a double click, may have been first.
    if (isInserted || (await findEnquirySender(ctx, draft.id))) continue;
    const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
    refusals.set(
      draft,
      retryAfter === null
        ? { code: "not_found" }
        : { code: "too_many", reason: "too_many_enquiries", retryAfter },
    );
  }
  return refusals;
}

/**
 * The id of a form's enquiry, and whether that enquiry is already stored because the form was sent twice. If it was
 * confirmed since by an unconfirmed sender, or erased, the form creates another one; limits bound their number.
 */
async function findFormEnquiry(ctx: Ctx, listingId: string, input: GuestEnquiryInput, isConfirmed: boolean) {
  for (let attempt = 0; ; attempt++) {
    const id = computeEnquiryId(ctx, listingId, input, attempt);
    const existing = await findEnquirySender(ctx, id);
    if (!existing) return { id, isStored: false };
    const isSame = existing.guestEmail === input.email;
    if (isSame && (isConfirmed || existing.confirmedTs === null)) return { id, isStored: true };
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
