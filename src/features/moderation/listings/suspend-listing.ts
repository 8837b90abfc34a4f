import { and, inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { getListingState } from "@/features/listings";
import { SUSPENDABLE_STATES } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { moderationReasonSchema } from "@/shared/schemas/moderation";
import { decideListing } from "./decide-listing";

type SuspensionOptions = {
  /** Additional guard. If it does not hold, the refusal is `wrong_state`. */
  guard?: SQL;
  /** Further statements of the batch. */
  furtherStatements?: (guard: SQL) => Statement[];
};

/**
 * Hides a listing and sends its owner the reason and the admin's explanation. The state before is stored for
 * `reinstateListing`. Refuses like `decideListing`, and `invalid` without a reason or explanation.
 */
export async function suspendListing(
  ctx: Ctx,
  id: string,
  input: unknown,
  { guard, furtherStatements }: SuspensionOptions = {},
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const checked = validate(moderationReasonSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  return decideListing(ctx, id, ({ listing, owner }) => ({
    action: "listing.suspended",
    done: "suspended",
    detail: { reason, text, from: getListingState(listing, ctx.now) },
    update: {
      state: "suspended",
      suspendedFrom: sql`${listings.state}`,
      stateReasons: [reason],
      stateNote: text,
    },
    guard: and(inArray(listings.state, SUSPENDABLE_STATES), guard),
    ...(furtherStatements ? { furtherStatements } : {}),
    mail: {
      template: "listing_suspended",
      params: {
        title: listing.title,
        reason: ctx.translator(owner.locale)(`general.moderationReasons.${reason}`),
        contact: ctx.config.CONTACT_EMAIL,
      },
      quote: text,
      actionPath: paths.listing(id),
    },
  }));
}
