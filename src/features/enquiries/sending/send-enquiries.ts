import { sql } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { findRetryAfter } from "@/db/rate-limits";
import { messages } from "@/db/schema";
import { findListingOwnerContact, type ListingDetails, listVisibleListings } from "@/features/listings";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import {
  type FirstMessage,
  severalEnquiriesSchema,
  severalGuestEnquiriesSchema,
} from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { confirmEnquiry } from "../confirmation/confirm-enquiry";
import { queueGuestMailStatement } from "../confirmation/guest-mail";
import { checkUnconfirmedLimit } from "../confirmation/unconfirmed-limit";
import { findGuestSender, type Sender, type SenderAccount, toAccountSender } from "../find-sender";
import { type NewEnquiry, newEnquiryStatements, type SavedEnquiry } from "../new-enquiry-statements";
import { findParentLocale } from "../parent-copies";
import { findEnquirySender, isDeletedEnquiry } from "../queries";
import { findParentError } from "./find-parent-error";
import { isContactOfMinorHeld } from "./is-contact-of-minor-held";

export type EnquiryInput = {
  message: unknown;
  confirmContact?: unknown;
  /** Who the lessons are for, and who gets copies. */
  learner?: unknown;
  parentEmail?: unknown;
  /** A guest's. */
  name?: unknown;
  email?: unknown;
  adult?: unknown;
  /** The token of the app check's widget, for guests; "" without one, null for a sender who opened a mailed link. */
  appCheck: string | null;
  /** The browser's proof of a guest's confirmed address; calls without one wait for a mailed link. */
  addressProof?: string;
  /** A text that identifies the form or call of an account: sent twice, it creates one enquiry for each listing. */
  submissionId?: string | undefined;
};

/** What became of the enquiry about one listing. */
export type EnquiryResult = { listingId: string; result: Result<{ id: string }> };

export type SentEnquiries = {
  /** The address of a guest, and whether it was confirmed, so that the teachers have the message. */
  guest: { email: string; isConfirmed: boolean } | null;
  /** In the order of the listings. */
  results: EnquiryResult[];
};

/** The enquiry of a form about one listing, and whether the same form stored it before. */
type Draft = NewEnquiry & { isStored: boolean };

/**
 * Sends one message to the teachers of listings, each as an enquiry of its own that counts toward the limits. `user` is
 * the account that sends it, null for a guest. Accounts need a verified address. Guests are mailed one link that
 * confirms all enquiries, and the teachers see nothing before; if `addressProof` proves the address, the teachers have
 * them and the link opens the conversations. An address with an account gets the same treatment. Refuses `invalid` (also
 * with `contact_data_under_18`, or for a parent's address of an adult) and `forbidden` (`email_unverified`, `app_check`)
 * as a whole. A listing that refuses does not affect the others: `not_found`, `forbidden` (`own_listing`), and
 * `too_many` past 5 an hour or 15 a day.
 */
export async function sendEnquiries(
  ctx: Ctx,
  user: SenderAccount | null,
  listingIds: unknown,
  input: EnquiryInput,
): Promise<Result<SentEnquiries>> {
  const { appCheck, addressProof = "", submissionId = ctx.newId() } = input;
  const visitor = { user, now: ctx.now };
  if (user) {
    if (!user.emailVerified) return refuse("forbidden", { reason: "email_unverified" });
    const checked = validateAccountFields(listingIds, input);
    if (!checked.ok) return checked;
    const wrongParent = findParentError(visitor, checked.value.parent_email);
    if (wrongParent) return wrongParent;
    if (isContactOfMinorHeld(visitor, checked.value))
      return refuse("invalid", { reason: "contact_data_under_18" });
    return sendFrom(ctx, toAccountSender(user, submissionId), checked.value, appCheck);
  }
  const checked = validateGuestFields(listingIds, input);
  if (!checked.ok) return checked;
  const wrongParent = findParentError(visitor, checked.value.parent_email);
  if (wrongParent) return wrongParent;
  const sender = await findGuestSender(ctx, checked.value, addressProof);
  return sendFrom(ctx, sender, checked.value, appCheck);
}

const toFirst = (listingIds: unknown, { message, learner, parentEmail }: EnquiryInput) => ({
  listing_ids: listingIds,
  message,
  learner,
  parent_email: parentEmail,
});
const validateAccountFields = (listingIds: unknown, input: EnquiryInput) =>
  validate(severalEnquiriesSchema, {
    ...toFirst(listingIds, input),
    confirm_contact: input.confirmContact,
  });
const validateGuestFields = (listingIds: unknown, input: EnquiryInput) => {
  const { name, email, adult } = input;
  return validate(severalGuestEnquiriesSchema, { ...toFirst(listingIds, input), name, email, adult });
};

/** The refusal of wrong fields, before anything is asked or sent; undefined if all are right. */
export function findWrongFields(ctx: Ctx, listingIds: unknown, input: EnquiryInput): Refusal | undefined {
  const checked = (ctx.user ? validateAccountFields : validateGuestFields)(listingIds, input);
  if (!checked.ok) return checked.refusal;
  return findParentError(ctx, checked.value.parent_email)?.refusal;
}

async function sendFrom(
  ctx: Ctx,
  sender: Sender,
  first: FirstMessage & { listing_ids: string[] },
  appCheck: string | null,
): Promise<Result<SentEnquiries>> {
  const { listing_ids: listingIds } = first;
  const visible = await listVisibleListings(ctx, listingIds);
  const drafts = await Promise.all(visible.map((listing) => prepareDraft(ctx, sender, listing)));
  const isNew = drafts.some(({ isStored }) => !isStored);
  if (
    sender.isGuest &&
    isNew &&
    appCheck !== null &&
    !(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))
  ) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const refusals = await saveDrafts(ctx, sender, drafts, first);
  const results = listingIds.map((listingId): EnquiryResult => {
    const draft = drafts.find(({ listing }) => listing.id === listingId);
    if (!draft) return { listingId, result: refuse("not_found") };
    const refusal = refusals.get(draft);
    return { listingId, result: refusal ? { ok: false, refusal } : ok({ id: draft.id }) };
  });
  return ok({ guest: sender.isGuest ? sender : null, results });
}

/** `sendEnquiries` for one listing: returns or refuses its result. */
export async function sendEnquiry(
  ctx: Ctx,
  user: SenderAccount | null,
  listingId: string,
  input: EnquiryInput,
): Promise<Result<{ id: string; guest: SentEnquiries["guest"] }>> {
  const sent = await sendEnquiries(ctx, user, [listingId], input);
  if (!sent.ok) return sent;
  const { guest, results } = sent.value;
  const result = results[0]?.result ?? refuse("not_found");
  return result.ok ? ok({ id: result.value.id, guest }) : result;
}

/**
 * The enquiry of the form about a listing. The same form gets the same id, so sending it twice creates one enquiry;
 * others cannot guess the id. If a guest's enquiry was deleted, erased or confirmed by link since, the form creates another
 * one; limits bound their number.
 */
async function prepareDraft(ctx: Ctx, sender: Sender, listing: ListingDetails): Promise<Draft> {
  for (let attempt = 0; ; attempt++) {
    const form = JSON.stringify([listing.id, sender.form, attempt]);
    const id = hashToId(keyedHash(ctx, "enquiry", form));
    const existing = await findEnquirySender(ctx, id);
    const isWaiting = existing?.confirmedTs === null;
    const isRepeated =
      !sender.isGuest || (existing?.guestEmail === sender.email && (sender.isConfirmed || isWaiting));
    if (existing && !isRepeated) continue;
    if (!existing && sender.isGuest && (await isDeletedEnquiry(ctx, id))) continue;
    const owner = sender.isConfirmed ? await findListingOwnerContact(ctx, listing.id) : null;
    return { id, messageId: ctx.newId(), listing, owner, isStored: existing !== null };
  }
}

/** Why a confirmed sender can't send a draft; null if nothing forbids it. Delivers one that waited for confirmation. */
async function checkDelivery(
  ctx: Ctx,
  { isGuest, email }: Sender,
  { id, isStored, owner }: Draft,
): Promise<Refusal | null> {
  if (isStored) {
    const confirmed = isGuest
      ? await confirmEnquiry(ctx, id, createGuestToken(ctx, { id, email }))
      : ok({ id });
    return confirmed.ok ? null : confirmed.refusal;
  }
  if (!owner) return { code: "not_found" };
  return owner.email === email ? { code: "forbidden", reason: "own_listing" } : null;
}

/** Saves the new drafts in one batch, with the mails to the teachers and the guest. Returns what was refused. */
async function saveDrafts(
  ctx: Ctx,
  sender: Sender,
  drafts: readonly Draft[],
  first: FirstMessage,
): Promise<ReadonlyMap<Draft, Refusal>> {
  const { email, isGuest, isConfirmed, limits } = sender;
  const refusals = new Map<Draft, Refusal>();
  if (isConfirmed) {
    for (const draft of drafts) {
      const refusal = await checkDelivery(ctx, sender, draft);
      if (refusal) refusals.set(draft, refusal);
    }
  } else {
    const { left, refusal } = await checkUnconfirmedLimit(ctx, email);
    for (const draft of drafts.filter(({ isStored }) => !isStored).slice(left)) refusals.set(draft, refusal);
  }
  const allowed = drafts.filter((draft) => !refusals.has(draft));
  const created = allowed.filter(({ isStored }) => !isStored);
  if (created.length === 0) return refusals;

  // In order, so that the first listings are sent if the limits allow only some.
  const parentEmail = first.parent_email;
  const parent =
    parentEmail === undefined
      ? undefined
      : { email: parentEmail, locale: await findParentLocale(ctx, parentEmail, ctx.user?.id ?? null) };
  const statements = created.map((draft) => newEnquiryStatements(ctx, sender, draft, { ...first, parent }));
  const messageIds = JSON.stringify(created.map(({ messageId }) => messageId));
  // Those stored before and delivered now were mailed when they were stored.
  const mailed = isConfirmed ? created : allowed;
  const mail = { email, locale: ctx.locale, enquiries: mailed, createdTs: ctx.now, isSent: isConfirmed };
  const isAnySavedSql = sql`exists (select 1 from ${messages}
    where ${messages.id} in (select value from json_each(${messageIds})))`;
  const results = await ctx.commit([
    ...statements.flat(),
    ...(isGuest ? [queueGuestMailStatement(ctx, mail, isAnySavedSql)] : []),
  ]);
  const inserted = statements.map((_, n) => results[statements.slice(0, n).flat().length] as SavedEnquiry[]);
  for (const [n, draft] of created.entries()) {
    const saved = inserted[n]?.[0];
    if (saved) {
      if (isConfirmed && saved.blockedTs === null)
        ctx.statistics.record([{ listingId: draft.listing.id, kind: "enquiry" }]);
      continue;
    }
    // A concurrent request with the same form, as from a double click, may have been first.
    if (await findEnquirySender(ctx, draft.id)) continue;
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
