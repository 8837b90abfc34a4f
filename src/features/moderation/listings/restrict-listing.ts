import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { getListingState } from "@/features/listings";
import { type ListingState, SUSPENDABLE_STATES } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { moderationReasonSchema } from "@/shared/schemas/moderation";
import type { DecisionTarget } from "../frame/kind";
import { decideListing } from "./decide-listing";

const TAKEDOWNS = {
  suspended: {
    states: SUSPENDABLE_STATES,
    template: "listing_suspended",
    path: paths.listing,
  },
  removed: {
    states: [...SUSPENDABLE_STATES, "suspended", "rejected"],
    template: "listing_removed",
    path: paths.listingObjection,
  },
} as const;

/** Whether `restrictListing` takes a listing of this state; "expired" is a published state in SQL. */
export const canRestrict = (restriction: keyof typeof TAKEDOWNS, state: ListingState): boolean =>
  state === "expired" || TAKEDOWNS[restriction].states.some((known) => known === state);

/**
 * Suspends a listing, which hides it, or removes it, which deletes it. Its owner gets the reason and the admin's
 * explanation; open reports are upheld. The state before is stored for `reinstateListing`. The content of a removed
 * listing is erased with that of other deleted ones, after 30 days. With `version`, only if it was not changed. Refuses
 * like `decideListing`, and `invalid` without a reason or explanation.
 */
export async function restrictListing(
  ctx: Ctx,
  restriction: keyof typeof TAKEDOWNS,
  { id, version }: DecisionTarget,
  input: unknown,
  /** Additional guard. If it does not hold, the refusal is `wrong_state`. */
  guard?: SQL,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const checked = validate(moderationReasonSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const { states, template, path } = TAKEDOWNS[restriction];
  return decideListing(ctx, id, ({ listing }) => ({
    action: `listing.${restriction}`,
    done: restriction,
    detail: { reason, text, from: getListingState(listing, ctx.now) },
    update:
      restriction === "suspended"
        ? {
            state: "suspended",
            suspendedFrom: sql`${listings.state}`,
            stateReasons: [reason],
            stateNote: text,
          }
        : { state: "deleted", removedFrom: sql`${listings.state}`, deletedTs: ctx.now },
    restriction: { restriction, reasons: [reason], text },
    guard: and(
      inArray(listings.state, states),
      guard,
      version === undefined ? undefined : eq(listings.version, version),
    ),
    mail: {
      template,
      params: { title: listing.title },
      quote: text,
      actionPath: path(id),
    },
  }));
}
