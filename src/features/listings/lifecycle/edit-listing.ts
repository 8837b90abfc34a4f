import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireTeacher, requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasRows } from "@/db/returned-rows";
import { listings } from "@/db/schema";
import type { ListingLimitName } from "@/shared/codes";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { commitListingChange, updateListingStatement } from "../change-listing";
import { type ListingColumns, toListingColumns, validateListing } from "../listing-columns";
import {
  countSubmissionStatements,
  findQuotaRefusal,
  isWithinLimitsSql,
  type LimitedListing,
  loadListingQuota,
} from "../listing-quota";
import { getListingState } from "../listing-state";
import { attachPicturesStatements } from "../pictures/attach-pictures";
import { findEditableListing, type ListingDetails } from "../queries";
import {
  deleteRevisionStatement,
  findRevision,
  isSameText,
  submitRevisionStatement,
} from "../revisions/revisions";
import { findChangeRule, readBannedWords, type TextRule } from "../revisions/text-rules";
import type { NewListing, SavedListing } from "./create-listing";
import { saveLanguagesStatements } from "./save-languages";
import { decideSubmission, isUnverifiedOwner, SUBMISSION_LIMITS, type Submission } from "./submit-listing";

export type ListingEdit = NewListing & {
  /** The version that the editor saw. */
  version: number;
};

export type EditedListing = SavedListing & {
  /** Why the new text needs moderation; until then the published text stays. */
  rule?: TextRule;
};

/**
 * Changes a listing. A draft may be submitted in the same step. A rejected listing goes back to moderation; a published one
 * keeps its state. A text that needs moderation becomes a revision, and all other changes apply immediately. Any new text
 * replaces an earlier revision. An unchanged revision keeps its position in the queue, or stays rejected. Refuses
 * `not_found` without access, `conflict` after a concurrent change (`datastale`), in a state that can't be edited
 * (`wrong_state`) and past a limit (`limit_reached`), `invalid` fields.
 */
export async function editListing(ctx: Ctx, input: ListingEdit): Promise<Result<EditedListing>> {
  // Ownership is checked first: another user's listing is not found, whatever the visitor's role.
  requireUser(ctx);
  const [before, revision] = await Promise.all([
    findEditableListing(ctx, input.id),
    findRevision(ctx, input.id),
  ]);
  if (!before) return refuse("not_found");
  const user = requireTeacher(ctx);
  if (before.version !== input.version) return refuse("conflict", { reason: "datastale" });
  if (before.state === "suspended") return refuse("conflict", { reason: "wrong_state" });

  const checked = validateListing(input.listing, before.state !== "draft" || input.submit);
  if (!checked.ok) return checked;
  const columns = toListingColumns(checked.value);
  const { id, ownerId } = before;
  const after: LimitedListing = { id, ownerId, subject: columns.subject, county: columns.county };
  const plan = await planEdit(ctx, before, columns, input.submit);
  if (!plan.ok) return plan;
  const { languages } = checked.value;
  const saveLanguages = (guard: SQL) =>
    saveLanguagesStatements(ctx, ownerId, languages, before.owner.languages, guard);
  if (before.state === "draft" && plan.update.state === undefined && ownerId === user.id) {
    const isSaved = await saveDraft(ctx, input, columns, user.id, saveLanguages);
    const { withheld } = plan;
    return isSaved
      ? ok({ id, state: "draft", ...(withheld ? { withheld } : {}) })
      : refuse("conflict", { reason: "datastale" });
  }
  const { title, description, textLanguage, ...otherColumns } = columns;
  const isRevisionUnchanged = revision !== null && isSameText(revision, columns);
  const rule = isRevisionUnchanged && revision.stateReasons !== null ? undefined : plan.rule;

  const isChanged = await commitListingChange(ctx, {
    listingId: id,
    action: "listing.edited",
    detail: { from: before.state, to: plan.update.state ?? before.state, rule: rule ?? null },
    statement: updateListingStatement(
      ctx,
      id,
      { ...(plan.rule ? otherColumns : columns), ...plan.update },
      eq(listings.version, input.version),
      eq(listings.state, before.state),
      isWithinLimitsSql(ctx.now, after, plan.limits),
    ),
    furtherStatements: (guard) => [
      ...(input.pictures
        ? attachPicturesStatements(ctx, { listingId: id, userId: user.id }, input.pictures, guard)
        : []),
      ...(plan.rule && !isRevisionUnchanged
        ? [submitRevisionStatement(ctx, id, { title, description }, guard)]
        : []),
      ...(revision && !plan.rule ? [deleteRevisionStatement(ctx, id, guard)] : []),
      ...(plan.limits.includes("daily") ? countSubmissionStatements(ctx, ownerId, guard) : []),
      ...saveLanguages(guard),
    ],
  });
  if (!isChanged) {
    return (
      findQuotaRefusal(await loadListingQuota(ctx, after), plan.limits) ??
      refuse("conflict", { reason: "datastale" })
    );
  }
  return ok({
    id,
    state: plan.update.state ?? getListingState(before, ctx.now),
    ...(rule ? { rule } : {}),
  });
}

/**
 * Saves the user's own draft without submitting it. Autosave runs at each typing pause and only the owner sees the
 * draft, so no audit event is written. Other changes use that event as their guard; here the pictures are attached
 * first, under the guard of the draft. Returns false after a concurrent change.
 */
async function saveDraft(
  ctx: Ctx,
  { id, version, pictures }: ListingEdit,
  columns: ListingColumns,
  userId: string,
  saveLanguages: (guard: SQL) => Statement[],
): Promise<boolean> {
  const isDraftUnchangedSql = and(eq(listings.version, version), eq(listings.state, "draft"));
  const guard = sql`exists (select 1 from ${listings} where ${eq(listings.id, id)} and ${isDraftUnchangedSql})`;
  const results = await ctx.commit([
    ...(pictures ? attachPicturesStatements(ctx, { listingId: id, userId }, pictures, guard) : []),
    ...saveLanguages(guard),
    updateListingStatement(ctx, id, columns, isDraftUnchangedSql),
  ]);
  return hasRows(results.at(-1));
}

type EditPlan = {
  ok: true;
  /** Columns that change with the state. */
  update: Partial<Submission> & { stateReasons?: null; stateNote?: string };
  limits: readonly ListingLimitName[];
  rule?: TextRule;
  withheld?: "email_unverified";
};

const NO_STATE_CHANGE: EditPlan = { ok: true, update: {}, limits: [] };

/** The new state of an edited listing, and the limits that apply. */
async function planEdit(
  ctx: Ctx,
  before: ListingDetails,
  columns: ListingColumns,
  submit: boolean,
): Promise<EditPlan | { ok: false; refusal: Refusal }> {
  const { id, ownerId } = before;
  const after: LimitedListing = { id, ownerId, subject: columns.subject, county: columns.county };
  if (before.state === "draft") {
    if (!submit) return NO_STATE_CHANGE;
    if (isUnverifiedOwner(ctx, before)) return { ...NO_STATE_CHANGE, withheld: "email_unverified" };
    const submission = await decideSubmission(ctx, after, columns);
    return submission.ok ? { ok: true, update: submission.value, limits: SUBMISSION_LIMITS } : submission;
  }
  const limits = getEditLimits(ctx, before, columns);
  const refusal = limits.length > 0 ? findQuotaRefusal(await loadListingQuota(ctx, after), limits) : null;
  if (refusal) return refusal;
  if (before.state === "rejected") {
    // Does not count towards the daily limit, so that an owner at the limit can correct a listing on the same day.
    const update = { state: "pending", submittedTs: ctx.now, stateReasons: null, stateNote: "" } as const;
    return { ok: true, update, limits };
  }
  if (before.state === "pending" || isSameText(before, columns)) return { ok: true, update: {}, limits };
  const rule = findChangeRule(before, columns, await readBannedWords(ctx));
  return { ok: true, update: {}, limits, ...(rule ? { rule } : {}) };
}

/** A rejected listing becomes active again. A listing with another subject or county may become a duplicate. */
function getEditLimits(
  ctx: Ctx,
  before: ListingDetails,
  columns: ListingColumns,
): readonly ListingLimitName[] {
  const state = getListingState(before, ctx.now);
  if (state === "rejected") return ["active", "duplicate"];
  const isMoved = before.subject !== columns.subject || before.county !== columns.county;
  return isMoved && state !== "expired" ? ["duplicate"] : [];
}
