import type { SQL } from "drizzle-orm";
import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { listings } from "@/db/schema";
import type { ListingLimitName } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import type { ListingInput } from "@/shared/schemas/listing";
import { commitListingChange, refuseDeletedListing } from "../change-listing";
import { hasSameFields, type ListingColumns, toListingColumns, validateListing } from "../listing-columns";
import {
  countSubmissionStatements,
  findQuotaRefusal,
  isWithinLimitsSql,
  type LimitedListing,
  loadListingQuota,
} from "../listing-quota";
import { getListingState, PUBLICATION_PERIOD_MS } from "../listing-state";
import { attachPicturesStatements } from "../pictures/attach-pictures";
import { findListing } from "../queries";
import { editListing, type NewListing } from "./edit-listing";
import { saveLanguagesStatements } from "./save-languages-statements";
import { decideSubmission, type SavedListing, SUBMISSION_LIMITS, type Submission } from "./submit-listing";

/**
 * Creates a listing: as a draft, pending, or published for a trusted owner. If autosave already stored a draft with
 * this id and these fields, it gets the pictures and is submitted. Refuses `invalid` fields, `conflict` past a limit
 * (`limit_reached`) and when the id exists with other fields (`datastale`).
 */
export async function createListing(ctx: Ctx, input: NewListing): Promise<Result<SavedListing>> {
  const user = requireTeacher(ctx);
  const checked = validateListing(input.listing, input.submit);
  if (!checked.ok) return checked;
  const columns = toListingColumns(checked.value);
  const submit = input.submit && user.emailVerified;
  const { subject, county } = columns;
  const listing: LimitedListing = { id: input.id, ownerId: user.id, subject, county };
  const limits: readonly ListingLimitName[] = submit ? SUBMISSION_LIMITS : ["drafts"];

  const existing = await saveExisting(ctx, input, columns);
  if (existing) return existing;
  const decision = submit ? await decideSubmission(ctx, listing, columns) : await decideDraft(ctx, listing);
  if (!decision.ok) return decision;
  const { state, holdRule } = decision.value;

  const isCreated = await commitListingChange(ctx, {
    listingId: input.id,
    action: "listing.created",
    detail: { state },
    statement: insertWhere(
      ctx.db,
      listings,
      {
        id: input.id,
        ownerId: user.id,
        ...columns,
        state,
        holdRule,
        createdTs: ctx.now,
        updatedTs: ctx.now,
        submittedTs: submit ? ctx.now : null,
        // A new listing has no promotion that could extend its period.
        ...(state === "published"
          ? { publishedTs: ctx.now, renewedTs: ctx.now, expiresTs: ctx.now + PUBLICATION_PERIOD_MS }
          : {}),
      },
      isWithinLimitsSql(ctx.now, listing, limits),
    )
      .onConflictDoNothing()
      .returning({ id: listings.id }),
    furtherStatements: (guard) => [
      ...(input.pictures
        ? attachPicturesStatements(ctx, { listingId: input.id, userId: user.id }, input.pictures, guard)
        : []),
      ...(submit ? countSubmissionStatements(ctx, user.id, guard) : []),
      ...saveLanguagesStatements(ctx, user.id, checked.value.languages, null, guard),
    ],
  });
  if (!isCreated) {
    return (
      (await saveExisting(ctx, input, columns)) ??
      findQuotaRefusal(await loadListingQuota(ctx, listing), limits) ??
      refuse("conflict")
    );
  }
  return ok({
    id: input.id,
    state,
    ...(input.submit && !submit ? { withheld: "email_unverified" as const } : {}),
  });
}

/**
 * Statements that create the listing of a claimed invitation, in the batch of the claim, so that no limit applies: a
 * draft, or with `submission` one that waits for a decision. Neither has search rows.
 */
export function createFirstListingStatements(
  ctx: Ctx,
  { id, ownerId, listing }: { id: string; ownerId: string; listing: ListingInput },
  submission: Pick<Submission, "holdRule"> | null,
  guard: SQL,
): Statement[] {
  const state = submission ? "pending" : "draft";
  const submitted = submission && { ...submission, submittedTs: ctx.now };
  const times = { createdTs: ctx.now, updatedTs: ctx.now };
  return [
    insertWhere(
      ctx.db,
      listings,
      { id, ownerId, ...toListingColumns(listing), state, ...times, ...submitted },
      guard,
    ),
    ...(submission ? countSubmissionStatements(ctx, ownerId, guard) : []),
    auditEventStatement(
      ctx,
      {
        action: "listing.created",
        subject: auditSubject("listing", id),
        detail: { state },
        actorId: ownerId,
      },
      guard,
    ),
  ];
}

async function decideDraft(
  ctx: Ctx,
  listing: LimitedListing,
): Promise<Result<{ state: "draft"; holdRule: null }>> {
  const refusal = findQuotaRefusal(await loadListingQuota(ctx, listing), ["drafts"]);
  return refusal ?? ok({ state: "draft", holdRule: null });
}

/**
 * Handles an id that exists: the result of the earlier request if the fields are equal, or a refusal. Null for a new
 * id.
 */
async function saveExisting(
  ctx: Ctx,
  input: NewListing,
  columns: ListingColumns,
): Promise<Result<SavedListing> | null> {
  const stored = await findListing(ctx, input.id);
  if (!stored) return null;
  if (stored.ownerId !== ctx.user?.id) return refuse("not_found");
  if (stored.state === "deleted") return refuseDeletedListing(stored);
  if (!hasSameFields(stored, columns)) return refuse("conflict", { reason: "datastale" });
  const hasMore = stored.state === "draft" && (input.submit || input.pictures !== null);
  return hasMore
    ? editListing(ctx, { ...input, version: stored.version })
    : ok({ id: stored.id, state: getListingState(stored, ctx.now) });
}
