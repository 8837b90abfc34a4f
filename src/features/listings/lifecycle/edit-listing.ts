import { and, eq, type SQL, sql } from "drizzle-orm";
import { requireTeacher, requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { hasRows } from "@/db/returned-rows";
import { listings } from "@/db/schema";
import type { ChangeRule, ListingLimitName } from "@/shared/codes";
import { ok, type Refusal, type Result, refuse } from "@/shared/errors";
import { commitListingChange, updateListingStatement } from "../change-listing";
import {
  type ListingColumns,
  toListingColumns,
  validateListing,
  withoutPlacePoint,
} from "../listing-columns";
import {
  countSubmissionStatements,
  findQuotaRefusal,
  isWithinLimitsSql,
  type LimitedListing,
  loadListingQuota,
} from "../listing-quota";
import { getListingState } from "../listing-state";
import { type AttachedPicture, attachPicturesStatements } from "../pictures/attach-pictures";
import { findEditableListing, type ListingDetails } from "../queries";
import {
  deleteRevisionStatement,
  findRevision,
  isSameText,
  type Revision,
  submitRevisionStatement,
} from "../revisions/revisions";
import { findChangeRule, findTextRule, readBannedWords } from "../revisions/text-rules";
import { saveLanguagesStatements } from "./save-languages-statements";
import {
  decideSubmission,
  isUnverifiedOwner,
  type SavedListing,
  SUBMISSION_LIMITS,
  type Submission,
} from "./submit-listing";

export type NewListing = {
  /** Generated with the form, so that a form sent twice creates one listing. */
  id: string;
  /** Whether to submit the listing for publication; otherwise it stays a draft. */
  submit: boolean;
  /** The input fields as in the JSON call, not validated. */
  listing: unknown;
  /** Stored pictures in order; unknown ones are ignored. Null leaves the pictures unchanged. */
  pictures: readonly AttachedPicture[] | null;
};

export type ListingEdit = NewListing & {
  /** The version that the editor saw. */
  version: number;
};

export type EditedListing = SavedListing & {
  /** Why the new text needs moderation; until then the published text stays. */
  rule?: ChangeRule;
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

  const checked = validateListing(input.listing, before.state !== "draft" || input.submit, before);
  if (!checked.ok) return checked;
  const columns = toListingColumns(withoutPlacePoint(checked.value, before));
  const plan = await planEdit(ctx, before, columns, input.submit);
  if (!plan.ok) return plan;
  const { id, version, pictures } = input;
  const edit: Edit = {
    before,
    version,
    columns,
    furtherStatements: (guard) => [
      ...(pictures ? attachPicturesStatements(ctx, { listingId: id, userId: user.id }, pictures, guard) : []),
      ...saveLanguagesStatements(ctx, before.ownerId, checked.value.languages, before.owner.languages, guard),
    ],
  };
  const isOwnDraft = before.state === "draft" && before.ownerId === user.id;
  return isOwnDraft && plan.update.state === undefined
    ? saveDraft(ctx, edit, plan)
    : saveEdit(ctx, edit, plan, revision);
}

/** A checked edit of a listing that was read as `before`. */
type Edit = Pick<ListingEdit, "version"> & {
  before: ListingDetails;
  columns: ListingColumns;
  /** Saves the pictures of the listing and the languages of its owner. */
  furtherStatements: (guard: SQL) => Statement[];
};

async function saveEdit(
  ctx: Ctx,
  { before, version, columns, furtherStatements }: Edit,
  { update, limits, rule }: EditPlan,
  revision: Revision | null,
): Promise<Result<EditedListing>> {
  const { id } = before;
  const after = toLimitedListing(before, columns);
  const { title, description, textLanguage, ...otherColumns } = columns;
  const isRevisionUnchanged = revision !== null && isSameText(revision, columns);
  const isRejectedAlready = isRevisionUnchanged && revision.stateReasons !== null;
  const appliedRule = isRejectedAlready ? undefined : rule;

  const isChanged = await commitListingChange(ctx, {
    listingId: id,
    action: "listing.edited",
    detail: { from: before.state, to: update.state ?? before.state, rule: appliedRule ?? null },
    statement: updateListingStatement(
      ctx,
      id,
      { ...(rule ? otherColumns : columns), ...update },
      eq(listings.version, version),
      eq(listings.state, before.state),
      isWithinLimitsSql(ctx.now, after, limits),
    ),
    furtherStatements: (guard) => [
      ...furtherStatements(guard),
      ...(rule && !isRevisionUnchanged
        ? [submitRevisionStatement(ctx, id, { title, description, holdRule: rule }, guard)]
        : []),
      ...(revision && !rule ? [deleteRevisionStatement(ctx, id, guard)] : []),
      ...(limits.includes("daily") ? countSubmissionStatements(ctx, before.ownerId, guard) : []),
    ],
  });
  if (!isChanged) {
    const quota = await loadListingQuota(ctx, after);
    return findQuotaRefusal(quota, limits) ?? refuse("conflict", { reason: "datastale" });
  }
  const state = update.state ?? getListingState(before, ctx.now);
  return ok({ id, state, ...(appliedRule ? { rule: appliedRule } : {}) });
}

/**
 * Saves the user's own draft without submitting it. Autosave runs at each typing pause and only the owner sees the
 * draft, so no audit event is written. Other changes use that event as their guard; here the pictures are attached
 * first, under the guard of the draft.
 */
async function saveDraft(
  ctx: Ctx,
  { before: { id }, version, columns, furtherStatements }: Edit,
  { withheld }: EditPlan,
): Promise<Result<EditedListing>> {
  const isDraftUnchangedSql = and(eq(listings.version, version), eq(listings.state, "draft"));
  const guard = sql`exists (select 1 from ${listings} where ${eq(listings.id, id)} and ${isDraftUnchangedSql})`;
  const results = await ctx.commit([
    ...furtherStatements(guard),
    updateListingStatement(ctx, id, columns, isDraftUnchangedSql),
  ]);
  return hasRows(results.at(-1))
    ? ok({ id, state: "draft", ...(withheld ? { withheld } : {}) })
    : refuse("conflict", { reason: "datastale" });
}

/** What the limits apply to: the listing with its new subject and county. */
const toLimitedListing = (
  { id, ownerId }: ListingDetails,
  { subject, county }: ListingColumns,
): LimitedListing => ({ id, ownerId, subject, county });

type EditPlan = {
  ok: true;
  /** Columns that change with the state. */
  update: Partial<Submission> & { stateReasons?: null; stateNote?: string };
  limits: readonly ListingLimitName[];
  rule?: ChangeRule;
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
  const after = toLimitedListing(before, columns);
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
    const holdRule = await findTextRule(ctx, columns);
    const update = { submittedTs: ctx.now, holdRule, stateReasons: null, stateNote: "" };
    return { ok: true, update: { state: "pending", ...update }, limits };
  }
  if (isSameText(before, columns)) return { ok: true, update: {}, limits };
  if (before.state === "pending")
    return { ok: true, update: { holdRule: await findTextRule(ctx, columns) }, limits };
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
