import { and, eq, sql } from "drizzle-orm";
import { requireTeacher, requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { countSubmission, type ListingLimit, limitRefusal, readListingQuota, withinLimits } from "../limits";
import { columnsOf, validateListing } from "../listing-fields";
import { getListingState } from "../listing-state";
import { placePictures } from "../pictures/placed-pictures";
import { findEditableListing, type ListingDetails } from "../queries";
import { readBannedWords } from "../review/banned-words";
import { type ReviewRule, reviewOfChange } from "../review/review-rules";
import { deleteRevision, findRevision, isSameText, submitRevision } from "../review/revisions";
import { changeListing, commitListingMove } from "./change-listing";
import type { ListingDraft, SavedListing } from "./create-listing";
import { type Entry, isUnverifiedOwner, planSubmission, SUBMISSION_LIMITS } from "./plan-submission";

export type ListingEdit = ListingDraft & {
  /** The version that the editor saw. */
  version: number;
};

export type EditedListing = SavedListing & {
  /** Why the revision needs a review while the published text stays. */
  review?: ReviewRule;
};

/**
 * Changes a listing. A draft may be submitted in the same step. A returned listing goes back to review; a published one
 * keeps its state. A text that needs a review becomes a revision, and all other changes apply immediately. Any new text
 * replaces an earlier revision. An unchanged revision keeps its position in the queue, or stays returned. Refuses
 * `not_found` without access, `conflict` after a concurrent change (`datastale`), in a state that can't be edited
 * (`wrong_state`) and past a limit (`limit_reached`), `invalid` fields.
 */
export async function editListing(ctx: Ctx, input: ListingEdit): Promise<Result<EditedListing>> {
  // Ownership is checked first: another user's listing is not found, whatever the visitor's role.
  requireUser(ctx);
  const [before, proposed] = await Promise.all([
    findEditableListing(ctx, input.id),
    findRevision(ctx, input.id),
  ]);
  if (!before) return refuse("not_found");
  const user = requireTeacher(ctx);
  if (before.version !== input.version) return refuse("conflict", { reason: "datastale" });
  if (before.state === "suspended") return refuse("conflict", { reason: "wrong_state" });

  const checked = validateListing(input.listing, before.state !== "draft" || input.submit);
  if (!checked.ok) return checked;
  const columns = columnsOf(checked.value);
  const after = { id: before.id, ownerId: before.ownerId, subject: columns.subject, county: columns.county };
  const plan = await planEdit(ctx, before, columns, input.submit);
  if (!plan.ok) return plan;
  if (before.state === "draft" && plan.entry.state === undefined && before.ownerId === user.id) {
    const saved = await saveDraft(ctx, input, columns, user.id);
    const { withheld } = plan;
    return saved
      ? ok({ id: before.id, state: "draft", ...(withheld ? { withheld } : {}) })
      : refuse("conflict", { reason: "datastale" });
  }
  const { title, description, ...others } = columns;
  const unchanged = proposed !== null && isSameText(proposed, columns);
  const review = unchanged && proposed.stateReason !== null ? undefined : plan.review;

  const changed = await commitListingMove(ctx, {
    listingId: before.id,
    action: "listing.edited",
    detail: { from: before.state, to: plan.entry.state ?? before.state, review: review ?? null },
    statement: changeListing(
      ctx,
      before.id,
      { ...(plan.review ? others : columns), ...plan.entry },
      eq(listings.version, input.version),
      eq(listings.state, before.state),
      withinLimits(ctx.now, after, plan.limits),
    ),
    causes: (guard) => [
      ...(input.pictures
        ? placePictures(ctx, { listingId: before.id, userId: user.id }, input.pictures, guard)
        : []),
      ...(plan.review && !unchanged ? [submitRevision(ctx, before.id, { title, description }, guard)] : []),
      ...(proposed && !plan.review ? [deleteRevision(ctx, before.id, guard)] : []),
      ...(plan.limits.includes("daily") ? countSubmission(ctx, before.ownerId, guard) : []),
    ],
  });
  if (!changed) {
    return (
      limitRefusal(await readListingQuota(ctx, after), plan.limits) ??
      refuse("conflict", { reason: "datastale" })
    );
  }
  return ok({
    id: before.id,
    state: plan.entry.state ?? getListingState(before, ctx.now),
    ...(review ? { review } : {}),
  });
}

/**
 * Saves the user's own draft without submitting it. Autosave runs at each typing pause and only the owner sees the
 * draft, so the audit log gets no row. Other transitions use that row as proof of success. So the pictures are saved
 * first, under the draft's own guard. Returns false after a concurrent change.
 */
async function saveDraft(
  ctx: Ctx,
  { id, version, pictures }: ListingEdit,
  columns: ReturnType<typeof columnsOf>,
  userId: string,
): Promise<boolean> {
  const guard = and(eq(listings.version, version), eq(listings.state, "draft"));
  const fits = sql`exists (select 1 from ${listings} where ${eq(listings.id, id)} and ${guard})`;
  const results = await ctx.commit([
    ...(pictures ? placePictures(ctx, { listingId: id, userId }, pictures, fits) : []),
    changeListing(ctx, id, columns, guard),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}

type Plan = {
  ok: true;
  entry: Partial<Entry> & { stateReason?: null; stateNote?: string };
  limits: readonly ListingLimit[];
  review?: ReviewRule;
  withheld?: "email_unverified";
};

const STAYS: Plan = { ok: true, entry: {}, limits: [] };

/** Where an edit leads from the listing's state, and which limits it has to keep on the way. */
async function planEdit(
  ctx: Ctx,
  before: ListingDetails,
  columns: ReturnType<typeof columnsOf>,
  submit: boolean,
): Promise<Plan | { ok: false; refusal: Refusal }> {
  const after = { id: before.id, ownerId: before.ownerId, subject: columns.subject, county: columns.county };
  if (before.state === "draft") {
    if (!submit) return STAYS;
    if (isUnverifiedOwner(ctx, before)) return { ...STAYS, withheld: "email_unverified" };
    const plan = await planSubmission(ctx, after, columns);
    return plan.ok ? { ...plan, limits: SUBMISSION_LIMITS } : plan;
  }
  const limits = limitsOfEdit(ctx, before, columns);
  const refusal = limits.length > 0 ? limitRefusal(await readListingQuota(ctx, after), limits) : null;
  if (refusal) return refusal;
  if (before.state === "rejected") {
    // Does not count towards the daily limit: it is the correction that a reviewer requested. An owner at the limit
    // could not send it before the next day.
    const entry = { state: "pending", submittedTs: ctx.now, stateReason: null, stateNote: "" } as const;
    return { ok: true, entry, limits };
  }
  if (before.state === "pending" || isSameText(before, columns)) return { ok: true, entry: {}, limits };
  const review = reviewOfChange(before, columns, await readBannedWords(ctx));
  return { ok: true, entry: {}, limits, ...(review ? { review } : {}) };
}

/** A returned listing is not active, so going back to review makes it one more; a move of place may find a twin. */
function limitsOfEdit(
  ctx: Ctx,
  before: ListingDetails,
  columns: ReturnType<typeof columnsOf>,
): readonly ListingLimit[] {
  const state = getListingState(before, ctx.now);
  if (state === "rejected") return ["active", "twin"];
  const moved = before.subject !== columns.subject || before.county !== columns.county;
  return moved && state !== "expired" ? ["twin"] : [];
}
