import { inArray, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { SUSPENDABLE_STATES } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { validate } from "@/shared/schemas/field-errors";
import { moderationSchema } from "@/shared/schemas/moderation";
import { changeListing } from "../lifecycle/change-listing";
import { getListingState } from "../listing-state";
import { moderate } from "./moderate";

type Along = {
  /** Additional condition; if it fails, the refusal is `wrong_state`. */
  where?: SQL;
  /** Further statements of the same batch. */
  causes?: (guard: SQL) => Statement[];
};

/**
 * Takes a listing out of sight for a reason, which its owner is told with an admin's own words. It notes what the
 * listing was. Refuses like `moderate`, and `invalid` without a reason or words.
 */
export async function suspendListing(
  ctx: Ctx,
  id: string,
  input: unknown,
  { where, causes: also }: Along = {},
): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const checked = validate(moderationSchema, input);
  if (!checked.ok) return checked;
  const { reason, text } = checked.value;
  return moderate(ctx, id, ({ listing, owner }) => ({
    action: "listing.suspended",
    detail: { reason, text, from: getListingState(listing, ctx.now) },
    statement: changeListing(
      ctx,
      id,
      { state: "suspended", suspendedFrom: sql`${listings.state}`, stateReason: reason, stateNote: text },
      inArray(listings.state, SUSPENDABLE_STATES),
      where,
    ),
    causes: (guard) => [
      ...(also?.(guard) ?? []),
      queueMail(
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
