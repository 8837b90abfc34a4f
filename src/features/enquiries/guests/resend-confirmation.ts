import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql, type LimitKey } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries } from "@/db/schema";
import { listVisibleListings } from "@/features/listings";
import { eraseMailsToStatement } from "@/features/mail";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { guestAddressSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { confirmEnquiry, refuseInvalidLink } from "./confirm-enquiry";
import { type ConfirmationMail, queueConfirmationStatement } from "./confirmation-mail";
import { createGuestToken } from "./guest-token";
import { isConfirmedSender } from "./is-confirmed-sender";
import type { LinkedEnquiry } from "./link-tokens";
import type { PendingEnquiry } from "./pending-enquiries";
import { LINK_MAILS_OF_MAILBOX, LINK_MAILS_OF_NETWORK } from "./send-guest-link";
import { checkUnconfirmedLimit } from "./unconfirmed-limit";

export type ResentConfirmation =
  /** The link was mailed again, or to the corrected address. */
  | { kind: "mailed"; email: string; isCorrected: boolean }
  /** The address needs no confirmation in this browser: the teachers have the message. */
  | { kind: "delivered"; email: string; links: LinkedEnquiry[] }
  /** The link was opened before: nothing was mailed. */
  | { kind: "confirmed" };

type ResendInput = { email: string; appCheck: string; addressProof: string };

/**
 * Mails the confirmation link of unconfirmed enquiries again. Another address than before replaces it: links mailed to
 * the former address become invalid, and the message is kept. Refuses `malformed` (`invalid_token`) without enquiries,
 * `invalid`, `forbidden` (`app_check`), `gone` (`listing_gone`) and `too_many`.
 */
export async function resendConfirmation(
  ctx: Ctx,
  pending: readonly PendingEnquiry[],
  { appCheck, addressProof, ...input }: ResendInput,
): Promise<Result<ResentConfirmation>> {
  const [first] = pending;
  if (!first) return refuseInvalidLink();
  const waiting = pending.filter(({ confirmedTs, email }) => confirmedTs === null && email === first.email);
  if (waiting.length === 0) return ok({ kind: "confirmed" });
  const checked = validate(guestAddressSchema, input);
  if (!checked.ok) return checked;
  if (!(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log)))
    return refuse("forbidden", { reason: "app_check" });
  const { email } = checked.value;
  const isCorrected = email !== first.email;
  const isConfirmed = await isConfirmedSender(ctx, addressProof, email);
  if (isCorrected || !isConfirmed) {
    const refusal = await mailLink(ctx, { waiting, email, mails: !isConfirmed });
    if (refusal) return { ok: false, refusal };
  }
  if (isConfirmed) return deliver(ctx, waiting, email);
  return ok({ kind: "mailed", email, isCorrected });
}

/** Confirms the enquiries for a browser that proved the address. Refuses if none can be delivered. */
async function deliver(
  ctx: Ctx,
  waiting: readonly PendingEnquiry[],
  email: string,
): Promise<Result<ResentConfirmation>> {
  const links = waiting.map(({ id }) => ({ id, token: createGuestToken(ctx, { id, email }) }));
  let refusal: Refusal | null = null;
  let delivered = 0;
  for (const { id, token } of links) {
    const confirmed = await confirmEnquiry(ctx, id, token);
    if (confirmed.ok) delivered++;
    else refusal = confirmed.refusal;
  }
  return refusal && delivered === 0 ? { ok: false, refusal } : ok({ kind: "delivered", email, links });
}

/**
 * Replaces the former address of the enquiries, if it is another one, and with `mails` mails the link. Counts toward the
 * limits of such mails, not of enquiries: these were counted when they were sent.
 */
async function mailLink(
  ctx: Ctx,
  { waiting, email, mails }: { waiting: readonly PendingEnquiry[]; email: string; mails: boolean },
): Promise<Refusal | null> {
  const former = waiting[0]?.email ?? "";
  const isCorrected = former !== email;
  if (isCorrected && mails) {
    const unconfirmed = await checkUnconfirmedLimit(ctx, email);
    if (unconfirmed.left < waiting.length) return unconfirmed.refusal;
  }
  const mail = await prepareMail(ctx, waiting, email);
  if (!mail) return { code: "gone", reason: "listing_gone" };
  const limits: LimitKey[] = [
    [LINK_MAILS_OF_MAILBOX, hashLimitKey(ctx, email)],
    [LINK_MAILS_OF_NETWORK, hashLimitKey(ctx, ctx.network)],
  ];
  const subjects = sql`(select ${auditSubject("enquiry", enquiries.id)} from ${enquiries}
    where ${isOneOfSql(waiting)} and guest_email = ${email})`;
  const [changed] = await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({ guestEmail: email })
      .where(
        and(
          isOneOfSql(waiting),
          eq(enquiries.guestEmail, former),
          isNull(enquiries.confirmedTs),
          hasHitsLeftSql(limits, ctx.now),
        ),
      )
      .returning({ id: enquiries.id }),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    ...(mails ? [queueConfirmationStatement(ctx, mail, previousChanged)] : []),
    // The former address may be another person's.
    ...(isCorrected ? [eraseMailsToStatement(ctx, { recipient: former, subjects })] : []),
  ]);
  if (hasRows(changed)) return null;
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? { code: "malformed", reason: "invalid_token" }
    : { code: "too_many", retryAfter };
}

/** The mail to an address, without listings that are gone; null if none is left. */
async function prepareMail(
  ctx: Ctx,
  waiting: readonly PendingEnquiry[],
  email: string,
): Promise<ConfirmationMail | null> {
  const visible = await listVisibleListings(
    ctx,
    waiting.map(({ listingId }) => listingId ?? ""),
  );
  const mailed = waiting.flatMap(({ id, listingId }) => {
    const listing = visible.find((candidate) => candidate.id === listingId);
    return listing ? [{ id, listing }] : [];
  });
  const [first] = waiting;
  if (!first || mailed.length === 0) return null;
  const { locale, createdTs } = first;
  return { email, locale: locale ?? ctx.locale, enquiries: mailed, createdTs };
}

const isOneOfSql = (waiting: readonly PendingEnquiry[]): SQL =>
  sql`${enquiries.id} in (select value from json_each(${JSON.stringify(waiting.map(({ id }) => id))}))`;
