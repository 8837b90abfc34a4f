import { requireTeacher } from "@/auth/guards";
import type { Ctx } from "@/context";
import { insertWhere } from "@/db/insert-where";
import { listings } from "@/db/schema";
import type { ListingState } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { countSubmission, type ListingLimit, limitRefusal, readListingQuota, withinLimits } from "../limits";
import { columnsOf, sameFields, validateListing } from "../listing-fields";
import { getListingState } from "../listing-state";
import { type PlacedPicture, placePictures } from "../pictures/placed-pictures";
import { findListing } from "../queries";
import { commitListingMove, LISTING_LIFE_MS } from "./change-listing";
import { editListing } from "./edit-listing";
import { refuseDeleted } from "./moves";
import { planSubmission, SUBMISSION_LIMITS } from "./plan-submission";

export type ListingDraft = {
  /** Given out with the form, so that a form sent twice makes one listing. */
  id: string;
  /** Whether it is to be published; else it is kept as a draft. */
  submit: boolean;
  /** The fields as in the JSON call. */
  listing: unknown;
  /** Stored pictures, in order; those that may not be placed are left out. Null leaves them as they are. */
  pictures: readonly PlacedPicture[] | null;
};

export type SavedListing = {
  id: string;
  state: ListingState;
  /** Kept as a draft although it was submitted: the owner's e-mail address is not verified yet. */
  withheld?: "email_unverified";
};

/**
 * Creates a listing: a draft, in review, or published directly for a trusted owner. An existing draft of the user with
 * the same id and text, as autosave stores it, gets the pictures and is submitted. Refuses `invalid` fields, `conflict`
 * past a limit (`limit_reached`) and when the id has another text already.
 */
export async function createListing(ctx: Ctx, input: ListingDraft): Promise<Result<SavedListing>> {
  const user = requireTeacher(ctx);
  const checked = validateListing(input.listing, input.submit);
  if (!checked.ok) return checked;
  const columns = columnsOf(checked.value);
  const submit = input.submit && user.emailVerified;
  const candidate = { id: input.id, ownerId: user.id, subject: columns.subject, county: columns.county };
  const names: readonly ListingLimit[] = submit ? SUBMISSION_LIMITS : ["drafts"];

  const before = await alreadyThere(ctx, input, columns);
  if (before) return before;
  const plan = submit ? await planSubmission(ctx, candidate, columns) : await planDraft(ctx, candidate);
  if (!plan.ok) return plan;
  const published = plan.entry.state === "published";

  const created = await commitListingMove(ctx, {
    listingId: input.id,
    action: "listing.created",
    detail: { state: plan.entry.state },
    statement: insertWhere(
      ctx.db,
      listings,
      {
        id: input.id,
        ownerId: user.id,
        ...columns,
        state: plan.entry.state,
        createdTs: ctx.now,
        updatedTs: ctx.now,
        submittedTs: submit ? ctx.now : null,
        // A listing that is new has no promotion that could outlast its ninety days.
        ...(published
          ? { publishedTs: ctx.now, renewedTs: ctx.now, expiresTs: ctx.now + LISTING_LIFE_MS }
          : {}),
      },
      withinLimits(ctx.now, candidate, names),
    )
      .onConflictDoNothing()
      .returning({ id: listings.id }),
    causes: (guard) => [
      ...(input.pictures
        ? placePictures(ctx, { listingId: input.id, userId: user.id }, input.pictures, guard)
        : []),
      ...(submit ? countSubmission(ctx, user.id, guard) : []),
    ],
  });
  if (!created) {
    return (
      (await alreadyThere(ctx, input, columns)) ??
      limitRefusal(await readListingQuota(ctx, candidate), names) ??
      refuse("conflict")
    );
  }
  return ok({
    id: input.id,
    state: plan.entry.state,
    ...(input.submit && !submit ? { withheld: "email_unverified" as const } : {}),
  });
}

async function planDraft(ctx: Ctx, candidate: Parameters<typeof readListingQuota>[1]) {
  const refusal = limitRefusal(await readListingQuota(ctx, candidate), ["drafts"]);
  return refusal ?? { ok: true as const, entry: { state: "draft" as const } };
}

/** The answer where the id is taken: the same listing, or that it says something else by now. */
async function alreadyThere(
  ctx: Ctx,
  input: ListingDraft,
  columns: ReturnType<typeof columnsOf>,
): Promise<Result<SavedListing> | null> {
  const stored = await findListing(ctx, input.id);
  if (!stored) return null;
  if (stored.ownerId !== ctx.user?.id) return refuse("not_found");
  if (stored.state === "deleted") return refuseDeleted(stored);
  if (!sameFields(stored, columns)) return refuse("conflict", { reason: "datastale" });
  const further = stored.state === "draft" && (input.submit || input.pictures !== null);
  return further
    ? editListing(ctx, { ...input, version: stored.version })
    : ok({ id: stored.id, state: getListingState(stored, ctx.now) });
}
