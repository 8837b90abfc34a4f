import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type Candidate, type ListingLimit, limitRefusal, readListingQuota } from "../limits";
import { findReviewRule } from "../review/banned-words";
import { freshLife } from "./change-listing";

/** Limits that a submission must keep. */
export const SUBMISSION_LIMITS: readonly ListingLimit[] = ["daily", "active", "twin"];

/** Columns that a submitted listing gets. */
export type Entry = {
  state: "pending" | "published";
  submittedTs: number;
  publishedTs?: number | SQL;
} & Partial<ReturnType<typeof freshLife>>;

/**
 * Where a submission leads: straight to readers for a trusted owner (verified e-mail, one listing approved before,
 * no report upheld of late) whose text holds neither contact data nor a banned word, else to review. Refused past a limit.
 */
export async function planSubmission(ctx: Ctx, one: Candidate, text: { title: string; description: string }) {
  const standing = await readListingQuota(ctx, one);
  const refusal = limitRefusal(standing, SUBMISSION_LIMITS);
  if (refusal) return refusal;
  const direct = standing.trusted && (await findReviewRule(ctx, text)) === null;
  const entry: Entry = direct ? publication(ctx, one.id) : { state: "pending", submittedTs: ctx.now };
  return { ok: true as const, entry };
}

const publication = (ctx: Ctx, id: string): Entry => ({
  state: "published",
  submittedTs: ctx.now,
  publishedTs: sql`coalesce(published_ts, ${ctx.now})`,
  ...freshLife(ctx, id),
});

/** Whose drafts stay drafts: nothing is published for an owner whose e-mail address is not verified. */
export const isUnverifiedOwner = ({ user }: Ctx, { ownerId }: Pick<Candidate, "ownerId">): boolean =>
  user?.id === ownerId && !user.emailVerified;
