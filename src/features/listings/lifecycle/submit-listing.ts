import { eq, type SQL, sql } from "drizzle-orm";
import { requireTeacher, requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import type { ListingLimitName, ListingState, TextRule } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import {
  commitListingChange,
  findListingChangeRefusal,
  newPublicationPeriod,
  updateListingStatement,
} from "../change-listing";
import { fromListingColumns, validateListing } from "../listing-columns";
import {
  countSubmissionStatements,
  findQuotaRefusal,
  isWithinLimitsSql,
  type LimitedListing,
  loadListingQuota,
} from "../listing-quota";
import { findOwnListing } from "../queries";
import type { ListingText } from "../revisions/revisions";
import { findTextRule } from "../revisions/text-rules";

export type SavedListing = {
  id: string;
  state: ListingState;
  /** Set when a submitted listing stays a draft because the owner's email address is not verified. */
  withheld?: "email_unverified";
};

/** Limits of a submission. */
export const SUBMISSION_LIMITS: readonly ListingLimitName[] = ["daily", "active", "duplicate"];

/**
 * Sends a draft to moderation, or publishes it for a trusted owner. Refuses `forbidden` (`email_unverified`), `invalid` for
 * an incomplete draft, `conflict` in another state and past a limit.
 */
export async function submitListing(ctx: Ctx, id: string): Promise<Result<SavedListing>> {
  // Ownership is checked first: another user's listing is not found, whatever the visitor's role.
  requireUser(ctx);
  const draft = await findOwnListing(ctx, id);
  if (draft?.state !== "draft") return findListingChangeRefusal(ctx, id);
  const user = requireTeacher(ctx);
  if (!user.emailVerified) return refuse("forbidden", { reason: "email_unverified" });
  const checked = validateListing(fromListingColumns(draft), true);
  if (!checked.ok) return checked;
  const submission = await decideSubmission(ctx, draft, draft);
  if (!submission.ok) return submission;

  const isSubmitted = await commitListingChange(ctx, {
    listingId: id,
    action: "listing.submitted",
    detail: { to: submission.value.state },
    statement: updateListingStatement(
      ctx,
      id,
      submission.value,
      eq(listings.version, draft.version),
      eq(listings.state, "draft"),
      isWithinLimitsSql(ctx.now, draft, SUBMISSION_LIMITS),
    ),
    furtherStatements: (guard) => countSubmissionStatements(ctx, user.id, guard),
  });
  if (isSubmitted) return ok({ id, state: submission.value.state });
  const quota = await loadListingQuota(ctx, draft);
  return findQuotaRefusal(quota, SUBMISSION_LIMITS) ?? findListingChangeRefusal(ctx, id);
}

/** Columns of a submitted listing. */
export type Submission = {
  state: "pending" | "published";
  submittedTs: number;
  holdRule: TextRule | null;
  publishedTs?: number | SQL;
} & Partial<ReturnType<typeof newPublicationPeriod>>;

/**
 * Decides whether a submission is published or waits for a decision. It is published if its owner is trusted
 * (`isTrustedOwnerSql`) and its text has neither contact data nor a banned word. Callers check that the owner's email
 * address is verified. Refuses past a limit.
 */
export async function decideSubmission(
  ctx: Ctx,
  listing: LimitedListing,
  text: ListingText,
): Promise<Result<Submission>> {
  const quota = await loadListingQuota(ctx, listing);
  const refusal = findQuotaRefusal(quota, SUBMISSION_LIMITS);
  if (refusal) return refusal;
  const holdRule = await findTextRule(ctx, text);
  const submission = { submittedTs: ctx.now, holdRule };
  if (!quota.isOwnerTrusted || holdRule) return ok({ state: "pending", ...submission });
  return ok({
    state: "published",
    ...submission,
    publishedTs: sql`coalesce(published_ts, ${ctx.now})`,
    ...newPublicationPeriod(ctx, listing.id),
  });
}

/** An owner without a verified email address can save drafts, but not submit them. */
export const isUnverifiedOwner = ({ user }: Ctx, { ownerId }: Pick<LimitedListing, "ownerId">): boolean =>
  user?.id === ownerId && !user.emailVerified;
