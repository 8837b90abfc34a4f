import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { getListingState } from "@/features/listings";
import { SUSPENDABLE_STATES } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { moderationReasonSchema } from "@/shared/schemas/moderation";
import { decideListing } from "./decide-listing";

type TakedownOptions = {
  /** Additional guard. If it does not hold, the refusal is `wrong_state`. */
  guard?: SQL;
  /** Ids of reports about messages that the admin read: they are upheld too. */
  readReports?: readonly string[];
};

/**
 * Hides a listing and sends its owner the reason and the admin's explanation. The state before is stored for
 * `reinstateListing`; open reports are upheld. Refuses like `decideListing`, and `invalid` without a reason or
 * explanation.
 */
export const suspendListing = (ctx: Ctx, id: string, input: unknown, options: TakedownOptions = {}) =>
  takeDownListing(ctx, id, "suspended", input, options);

/**
 * Deletes a listing of another user as an admin, like `suspendListing`; with `version`, only if it was not changed. Its
 * content is erased with that of other deleted listings, after 30 days; until then `reinstateListing` restores it.
 */
export const removeListing = (
  ctx: Ctx,
  { id, version }: { id: string; version?: number | undefined },
  input: unknown,
  { guard, readReports }: TakedownOptions = {},
) =>
  takeDownListing(ctx, id, "removed", input, {
    guard: and(guard, version === undefined ? undefined : eq(listings.version, version)),
    ...(readReports ? { readReports } : {}),
  });

const TAKEDOWNS = {
  suspended: {
    update: { state: "suspended", suspendedFrom: sql`${listings.state}` },
    states: SUSPENDABLE_STATES,
    template: "listing_suspended",
    path: paths.listing,
  },
  removed: {
    update: {
      state: "deleted",
      suspendedFrom: sql`case when ${inArray(listings.state, SUSPENDABLE_STATES)} then ${listings.state}
        else ${listings.suspendedFrom} end`,
    },
    states: [...SUSPENDABLE_STATES, "suspended", "rejected"],
    template: "listing_removed",
    path: paths.listingObjection,
  },
} as const;

async function takeDownListing(
  ctx: Ctx,
  id: string,
  restriction: keyof typeof TAKEDOWNS,
  input: unknown,
  { guard, readReports }: TakedownOptions,
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const checked = validate(moderationReasonSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  const { update, states, template, path } = TAKEDOWNS[restriction];
  return decideListing(
    ctx,
    id,
    ({ listing, owner }) => ({
      action: `listing.${restriction}`,
      done: restriction,
      detail: { reason, text, from: getListingState(listing, ctx.now) },
      update: {
        ...update,
        ...(restriction === "removed" ? { deletedTs: ctx.now } : {}),
        stateReasons: [reason],
        stateNote: text,
      },
      restriction: { restriction, reasons: [reason], text },
      guard: and(inArray(listings.state, states), guard),
      mail: {
        template,
        params: {
          title: listing.title,
          reason: ctx.translator(owner.locale)(`general.moderationReasons.${reason}`),
        },
        quote: text,
        actionPath: path(id),
      },
    }),
    readReports ? { readReports } : {},
  );
}
