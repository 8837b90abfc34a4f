import { sql } from "drizzle-orm";
import { hashLimitKey, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql, type LimitKey } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries, messages } from "@/db/schema";
import { type ListingDetails, listVisibleListings } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { formatList } from "@/shared/format";
import { hashToId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type GuestEnquiryInput, guestEnquirySchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { createGuestToken } from "../guests/guest-token";
import { formatLinkToken } from "../guests/link-tokens";
import { formatTeacherName } from "../names";
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

export type GuestInput = { message: unknown; name: unknown; email: unknown; appCheck: string };

/** What became of the enquiry about one listing. */
export type EnquiryResult = { listingId: string; result: Result<{ id: string }> };

/** The enquiry of a form about one listing, and whether the same form stored it before. */
type GuestEnquiryDraft = { id: string; listing: ListingDetails; isWaiting: boolean };

/**
 * Saves a guest's message to the teachers of one or more listings and mails the guest one link that confirms all of
 * them. The teachers see nothing before confirmation. An address with an account gets the same treatment. `appCheck` is
 * the widget's token, "" without one. Refuses `invalid` and `forbidden` (`app_check`); for a single listing `not_found`
 * and `too_many`. Returns the address that the link went to, and the result for each listing in their order.
 */
export async function sendGuestEnquiries(
  ctx: Ctx,
  listingIds: readonly string[],
  { appCheck, ...input }: GuestInput,
): Promise<Result<{ email: string; results: EnquiryResult[] }>> {
  const checked = validate(guestEnquirySchema, input);
  if (!checked.ok) return checked;
  const { email } = checked.value;
  const visible = await listVisibleListings(ctx, listingIds);
  const drafts = await Promise.all(
    visible.map(async (listing) => ({ listing, ...(await findFormEnquiry(ctx, listing.id, checked.value)) })),
  );
  const created = drafts.filter(({ isWaiting }) => !isWaiting);
  if (created.length > 0 && !(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const refusals = await createEnquiries(ctx, { created, drafts, input: checked.value });
  const draftById = new Map(drafts.map((draft) => [draft.listing.id, draft]));
  const results = listingIds.map((listingId): EnquiryResult => {
    const draft = draftById.get(listingId);
    if (!draft) return { listingId, result: refuse("not_found") };
    const refusal = refusals.get(draft);
    return { listingId, result: refusal ? { ok: false, refusal } : ok({ id: draft.id }) };
  });
  return ok({ email, results });
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

  const limits = listLimits(ctx, email);
  const parts = allowed.map((draft) => ({ draft, messageId: ctx.newId() }));
  const batches = parts.map((part) => newGuestEnquiryStatements(ctx, { ...part, input, limits }));
  const linked = drafts.filter((draft) => !refusals.has(draft));
  const results = await ctx.commit([
    ...batches.flat(),
    queueConfirmationStatement(ctx, {
      email,
      drafts: linked,
      messageIds: parts.map((part) => part.messageId),
    }),
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

/** The statements that save one enquiry within the limits. The first one returns its id. */
function newGuestEnquiryStatements(
  ctx: Ctx,
  {
    draft: { id, listing },
    messageId,
    input: { message, name, email },
    limits,
  }: {
    draft: GuestEnquiryDraft;
    messageId: string;
    input: GuestEnquiryInput;
    limits: readonly LimitKey[];
  },
): Statement[] {
  return [
    insertWhere(
      ctx.db,
      enquiries,
      {
        id,
        listingId: listing.id,
        guestName: name,
        guestEmail: email,
        guestLocale: ctx.locale,
        state: "new",
        createdTs: ctx.now,
        lastMessageTs: ctx.now,
        learnerReadTs: ctx.now,
      },
      // The account may have been deleted since it was read, and its listings with it.
      sql`exists (select 1 from listings where id = ${listing.id}) and ${hasHitsLeftSql(limits, ctx.now)}`,
    )
      .onConflictDoNothing()
      .returning({ id: enquiries.id }),
    insertWhere(
      ctx.db,
      messages,
      { id: messageId, enquiryId: id, author: "learner", text: message, createdTs: ctx.now },
      previousChanged,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
  ];
}

/** The statement of the mail with the link to all drafts, if the batch saved one of the messages. */
function queueConfirmationStatement(
  ctx: Ctx,
  {
    email,
    drafts,
    messageIds,
  }: { email: string; drafts: readonly GuestEnquiryDraft[]; messageIds: readonly string[] },
): Statement {
  const links = drafts.map(({ id }) => ({ id, token: createGuestToken(ctx, { id, email }) }));
  const [draft, link] = [drafts[0], links[0]];
  const isSingle = drafts.length === 1;
  const teachers = drafts.map(({ listing }) => formatTeacherName(listing.owner));
  return queueMailStatement(
    ctx,
    {
      // The mail omits the message: the mailbox may belong to another person.
      template: isSingle ? "enquiry_confirm" : "enquiries_confirm",
      to: email,
      locale: ctx.locale,
      params: { title: draft?.listing.title ?? "", teachers: formatList([...new Set(teachers)], ctx.locale) },
      // An erasure of a teacher finds the mail by the first enquiry only, and the text names all teachers.
      deleteWhenDone: !isSingle,
      about: auditSubject("enquiry", draft?.id ?? ""),
      actionPath:
        isSingle && link
          ? paths.enquiry(link.id, { token: link.token })
          : paths.confirmEnquiries({ token: links.map(formatLinkToken) }),
      linkExpiresTs: ctx.now + CONFIRMATION_PERIOD_MS,
    },
    sql`exists (select 1 from ${messages}
      where ${messages.id} in (select value from json_each(${JSON.stringify(messageIds)})))`,
  );
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
const listLimits = (ctx: Ctx, email: string): LimitKey[] =>
  [hashLimitKey(ctx, ctx.network), hashLimitKey(ctx, email)].flatMap((key) =>
    ENQUIRY_LIMITS.map((limit) => [limit, key] as const),
  );

/** How many more unconfirmed enquiries a mailbox may have, and the refusal of further ones. */
async function checkUnconfirmedLimit(ctx: Ctx, email: string): Promise<{ left: number; refusal: Refusal }> {
  const times = await listUnconfirmedTimes(ctx, email);
  const oldest = times[0] ?? ctx.now;
  const retryAfter = Math.max(1, Math.ceil((oldest + CONFIRMATION_PERIOD_MS - ctx.now) / 1000));
  return {
    left: Math.max(0, MAX_UNCONFIRMED - times.length),
    refusal: { code: "too_many", reason: "too_many_unconfirmed", retryAfter },
  };
}
