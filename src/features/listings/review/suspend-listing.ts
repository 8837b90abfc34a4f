import { inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { SUSPENDABLE_STATES } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { moderationReasonSchema } from "@/shared/schemas/moderation";
import { changeListingAsAdmin, updateListingStatement } from "../lifecycle/change-listing";
import { getListingState } from "../listing-state";

type SuspensionOptions = {
  /** Additional guard. If it does not hold, the refusal is `wrong_state`. */
  guard?: SQL;
  /** Further statements of the batch. */
  furtherStatements?: (guard: SQL) => Statement[];
};

/**
 * Hides a listing and sends its owner the reason and the admin's explanation. The state before is stored for
 * `reinstateListing`. Refuses like `changeListingAsAdmin`, and `invalid` without a reason or explanation.
 */
export async function suspendListing(
  ctx: Ctx,
  id: string,
  input: unknown,
  options: SuspensionOptions = {},
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const checked = validate(moderationReasonSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  return changeListingAsAdmin(ctx, id, (listing, owner) => ({
    action: "listing.suspended",
    detail: { reason, text, from: getListingState(listing, ctx.now) },
    statement: updateListingStatement(
      ctx,
      id,
      { state: "suspended", suspendedFrom: sql`${listings.state}`, stateReasons: [reason], stateNote: text },
      inArray(listings.state, SUSPENDABLE_STATES),
      options.guard,
    ),
    furtherStatements: (guard) => [
      ...(options.furtherStatements?.(guard) ?? []),
      queueMailStatement(
        ctx,
        {
          template: "listing_suspended",
          to: owner.email,
          locale: owner.locale,
          params: {
            name: owner.firstName,
            title: listing.title,
            reason: ctx.translator(owner.locale)(`general.moderationReasons.${reason}`),
            contact: ctx.config.CONTACT_EMAIL,
          },
          quote: text,
          actionPath: paths.listing(id),
        },
        guard,
      ),
    ],
  }));
}
