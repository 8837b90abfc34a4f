import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { findDecisionUndo } from "@/features/listings";
import { ID_PATTERN } from "@/shared/ids";

/** Where decisions are made: the review queue, or the reported listings. Their texts are in `admin.{name}`. */
export type DecisionPlace = "queue" | "reports";

export type Decision = {
  place: DecisionPlace;
  /** What was decided, a key of `admin.{place}.done`. */
  done: string;
  listing: { id: string; title: string };
  canUndo: boolean;
};

/** The decision that the previous request made about a listing; null for invalid values. */
export async function findDecision(
  ctx: Ctx,
  place: DecisionPlace,
  { done = "", decided = "" }: Record<string, string>,
): Promise<Decision | null> {
  if (!ctx.t.has(`admin.${place}.done.${done}`) || !ID_PATTERN.test(decided)) return null;
  const [undo, [listing]] = await Promise.all([
    place === "queue" ? findDecisionUndo(ctx, decided) : null,
    ctx.db.select({ id: listings.id, title: listings.title }).from(listings).where(eq(listings.id, decided)),
  ]);
  return listing ? { place, done, listing, canUndo: undo !== null } : null;
}
