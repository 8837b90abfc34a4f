import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import type { InvitationDraft } from "@/shared/schemas/invitation";
import { parseInvitationToken } from "./invitation-token";
import { findInvitation } from "./queries";

/** The reason of a link whose invitation was refused or deleted. */
export const ERASED = "invitation_erased";
/** The reason of a link whose account was deleted after the claim. */
export const ACCOUNT_DELETED = "claimed_account_deleted";

/** An invitation that waits for an answer. */
export type OpenInvitation = {
  id: string;
  email: string;
  draft: InvitationDraft;
  source: string;
  createdTs: number;
  expiresTs: number;
  /** Whether an account was created with the address since. */
  hasAccount: boolean;
};

/**
 * The invitation of a mailed link.
 * @returns `malformed` with `invalid_token` for an invalid link and after 30 days, or with `ERASED` after a refusal;
 * `gone` after the claim, with `ACCOUNT_DELETED` once the account is deleted
 */
export async function findOpenInvitation(ctx: Ctx, token: string): Promise<Result<OpenInvitation>> {
  const id = parseInvitationToken(ctx, token);
  const row = id === null ? null : await findInvitation(ctx, id);
  if (row?.state === "claimed")
    return refuse("gone", row.claimedUserId === null ? { reason: ACCOUNT_DELETED } : {});
  if (row?.state === "refused") return refuse("malformed", { reason: ERASED });
  if (!row?.email || !row.draft || row.expiresTs <= ctx.now) {
    return refuse("malformed", { reason: "invalid_token" });
  }
  const { email, draft, source, createdTs, expiresTs } = row;
  const [account] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const hasAccount = account !== undefined;
  return ok({ id: row.id, email, draft, source: source ?? "", createdTs, expiresTs, hasAccount });
}
