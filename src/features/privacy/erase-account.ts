import { eq, type SQL, sql } from "drizzle-orm";
import { someoneElseMakesAdmins } from "@/auth/admin-makers";
import { requireUser } from "@/auth/guards";
import type { Ctx, Visitor } from "@/context";
import { auditEvent, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { auditLog, settingVersions, users } from "@/db/schema";
import { confirmPassword, eraseAccountRows, wrongPassword } from "@/features/accounts";
import { eraseStatisticsOf } from "@/features/analytics";
import { erasePostsOf } from "@/features/blog";
import { eraseContactOf } from "@/features/contact";
import { enquiriesGoneWith, eraseEnquiriesOf } from "@/features/enquiries";
import { eraseFollowUpOf } from "@/features/follow-up";
import { eraseInvoiceBuyer } from "@/features/invoices";
import { eraseListingsOf } from "@/features/listings";
import { eraseMailsOf, queueMail } from "@/features/mail";
import { eraseReportsOf } from "@/features/moderation";
import { eraseProfileRows } from "@/features/profile";
import { anonymiseOrdersOf, endCheckouts, openCheckoutsOf } from "@/features/promotions";
import { eraseStorageRows } from "@/features/storage";
import { eraseTestimonialsOf, testimonialSubjectsOf } from "@/features/testimonials";
import { invalid, ok, type Refusal, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { confirmingSchema } from "@/shared/schemas/accounts";
import { check } from "@/shared/schemas/field-errors";
import { eraseFormSchema } from "@/shared/schemas/privacy";
import { findLocale, holdsOf, isLastAdminMaker } from "./queries";

const lastAdmin = () => refuse("conflict", { reason: "last_admin" });

/**
 * Erases the signed-in visitor: at once and for good, everything but the orders, which stay without a name. With `word`
 * (the page's form) the word that the page asks for must be right as well. Whoever erases twice finds it done.
 * @returns `forbidden` with `invalid_password`, `invalid`, `too_many`, `unavailable` while others hash, or `conflict`
 * with `last_admin`.
 */
export async function eraseAccount(
  ctx: Ctx,
  input: { password?: unknown; word?: unknown },
): Promise<Result<null>> {
  const user = requireUser(ctx);
  const schema = "word" in input ? eraseFormSchema({ word: ctx.t("privacy.erase.word") }) : confirmingSchema;
  const wanted = check(schema, input);
  if (!wanted.ok) return sayOfPassword(ctx, user, input.password, wanted.refusal);
  const confirmed = await confirmPassword(ctx, user, wanted.value.password);
  if (!confirmed.ok) return confirmed;
  if (await isLastAdminMaker(ctx, user.id)) return lastAdmin();
  const [locale, checkouts] = await Promise.all([findLocale(ctx, user.id), openCheckoutsOf(ctx, user.id)]);
  try {
    await ctx.commit(erasure(ctx, user, locale ?? ctx.locale, confirmed.value.guard));
  } catch (error) {
    // The other one went in the same moment, or a mailed link set another password.
    if (await isLastAdminMaker(ctx, user.id)) return lastAdmin();
    if (!(await holdsOf(ctx, user.id, confirmed.value.guard))) return wrongPassword();
    throw error;
  }
  if (checkouts.length > 0) ctx.later(endCheckouts(ctx, checkouts));
  return ok(null);
}

/** Where the word alone is wrong the password is looked at all the same, so that both are said at once. */
async function sayOfPassword(
  ctx: Ctx,
  user: Visitor,
  password: unknown,
  { fields = [] }: Refusal,
): Promise<Result<never>> {
  if (fields.every(({ field }) => field === "word")) {
    const confirmed = await confirmPassword(ctx, user, password);
    if (!confirmed.ok && confirmed.refusal.reason !== "invalid_password") return confirmed;
    if (!confirmed.ok) return invalid([{ field: "password", code: "invalid_password" }, ...fields]);
  }
  return invalid(fields);
}

/** References first: orders, enquiries, reports and statistics, then listings, pictures and the account. */
function erasure(ctx: Ctx, user: Visitor, locale: Locale, guard: SQL): Statement[] {
  const { id } = user;
  const there = sql`exists (select 1 from ${users} where ${users.id} = ${id})`;
  const goodbye = {
    template: "account_closed",
    to: user.email,
    locale,
    params: { contact: ctx.config.CONTACT_EMAIL },
    kept: false,
  };
  return [
    failUnless(ctx, id, sql`${someoneElseMakesAdmins} and ${guard}`),
    // Before the mails go, which lead to notes about them.
    ...eraseFollowUpOf(ctx, id),
    // Done twice, it must leave the mail that the first time queued.
    eraseMailsOf(ctx, user, there),
    queueMail(ctx, goodbye, there),
    ...eraseLog(ctx, id),
    auditEvent(ctx, { action: "user.erase", subject: auditSubject("user", "erased"), actorId: null }, there),
    ...eraseEnquiriesOf(ctx, id),
    eraseInvoiceBuyer(ctx, id),
    ...anonymiseOrdersOf(ctx, user),
    ...eraseReportsOf(ctx, id),
    ...eraseTestimonialsOf(ctx, id),
    ...eraseContactOf(ctx, id),
    ...erasePostsOf(ctx, id),
    ...eraseStatisticsOf(ctx, id),
    ...eraseListingsOf(ctx, id),
    ...eraseStorageRows(ctx, id),
    ...eraseProfileRows(ctx, id),
    ...eraseAccountRows(ctx, user),
    ctx.db.delete(users).where(eq(users.id, id)),
  ];
}

/** A batch can't stop halfway, but it fails as a whole where a column may not be null. */
const failUnless = ({ db }: Ctx, userId: string, holds: SQL): Statement =>
  db.run(sql`update ${users} set email = null where ${users.id} = ${userId} and not (${holds})`);

/** What was done to somebody and to what is theirs is forgotten; what they did to others stays, done by nobody. */
const eraseLog = ({ db }: Ctx, userId: string): Statement[] => [
  db.run(sql`delete from ${auditLog} where subject = ${auditSubject("user", userId)}
    or subject in (select 'listing:' || id from listings where owner_id = ${userId})
    or subject in ${enquiriesGoneWith(userId)}
    or subject in ${testimonialSubjectsOf(userId)}`),
  db.run(sql`update ${auditLog} set actor_id = null where actor_id = ${userId}`),
  db.run(sql`update ${settingVersions} set actor_id = null where actor_id = ${userId}`),
];
