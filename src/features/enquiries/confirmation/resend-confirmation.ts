import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { refuseInvalidLink } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries } from "@/db/schema";
import { listVisibleListings } from "@/features/listings";
import { eraseMailsToStatement } from "@/features/mail";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { guestAddressSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { listLinkMailLimits } from "../guests/send-guest-link";
import { type GuestMail, queueGuestMailStatement } from "./guest-mail";
import type { PendingEnquiry } from "./pending-enquiries";
import { checkUnconfirmedLimit } from "./unconfirmed-limit";

/**
 * Mails the confirmation link of unconfirmed enquiries again. Another address than before replaces it: links mailed to
 * the former address become invalid, and the message is kept. Returns null, and mails nothing, if the link was opened
 * before. Refuses `malformed` (`invalid_token`) without enquiries, `invalid`, `forbidden` (`app_check`), `gone`
 * (`listing_gone`) and `too_many`.
 */
export async function resendConfirmation(
  ctx: Ctx,
  pending: readonly PendingEnquiry[],
  { appCheck, ...input }: { email: string; appCheck: string },
): Promise<Result<{ email: string; isCorrected: boolean } | null>> {
  const [first] = pending;
  if (!first) return refuseInvalidLink();
  const waiting = pending.filter(({ confirmedTs, email }) => confirmedTs === null && email === first.email);
  if (waiting.length === 0) return ok(null);
  const checked = validate(guestAddressSchema, input);
  if (!checked.ok) return checked;
  if (!(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log)))
    return refuse("forbidden", { reason: "app_check" });
  const { email } = checked.value;
  const refusal = await mailConfirmation(ctx, waiting, email);
  return refusal ? { ok: false, refusal } : ok({ email, isCorrected: email !== first.email });
}

/**
 * Replaces the former address of the enquiries, if it is another one, and mails the link. Counts toward the limits of
 * such mails, not of enquiries: these were counted when they were sent.
 */
export async function mailConfirmation(
  ctx: Ctx,
  waiting: readonly PendingEnquiry[],
  email: string,
): Promise<Refusal | null> {
  const former = waiting[0]?.email ?? "";
  const isCorrected = former !== email;
  if (isCorrected) {
    const unconfirmed = await checkUnconfirmedLimit(ctx, email);
    if (unconfirmed.left < waiting.length) return unconfirmed.refusal;
  }
  const mail = await prepareMail(ctx, waiting, email);
  if (!mail) return { code: "gone", reason: "listing_gone" };
  const limits = listLinkMailLimits(ctx, email);
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
    queueGuestMailStatement(ctx, mail, previousChanged),
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
): Promise<GuestMail | null> {
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
  return { email, locale: locale ?? ctx.locale, enquiries: mailed, createdTs, isSent: false };
}

const isOneOfSql = (waiting: readonly PendingEnquiry[]): SQL =>
  sql`${enquiries.id} in (select value from json_each(${JSON.stringify(waiting.map(({ id }) => id))}))`;
