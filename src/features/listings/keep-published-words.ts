import { eq } from "drizzle-orm";
import { requireTeacher } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { changeListing, commitListingMove } from "./move";
import { dropWords, findProposedWords } from "./proposed-words";
import { findEditableListing } from "./queries";

/**
 * Gives up the new words of a listing, which wait or were returned; those that readers see stay. Nothing is done where
 * there are none. `version` is the one that the editor saw, the answer the one that it is then. Refuses `not_found` for
 * whoever may not, `conflict` when somebody was faster (`datastale`) and in a state that can't be edited
 * (`wrong_state`).
 */
export async function keepPublishedWords(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<Result<{ version: number }>> {
  requireTeacher(ctx);
  const [listing, proposed] = await Promise.all([findEditableListing(ctx, id), findProposedWords(ctx, id)]);
  if (!listing) return refuse("not_found");
  if (listing.version !== version) return refuse("conflict", { reason: "datastale" });
  if (listing.state === "suspended") return refuse("conflict", { reason: "wrong_state" });
  if (!proposed) return ok({ version });

  const kept = await commitListingMove(ctx, {
    listingId: id,
    action: "listing.words_dropped",
    detail: { returned: proposed.stateReason },
    statement: changeListing(ctx, id, {}, eq(listings.version, version), eq(listings.state, listing.state)),
    causes: (happened) => [dropWords(ctx, id, happened)],
  });
  return kept ? ok({ version: version + 1 }) : refuse("conflict", { reason: "datastale" });
}
