import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { invitations } from "@/db/schema";
import { deleteMailsAboutStatement } from "@/features/mail";
import { recordErasure } from "@/platform/erasure-records";
import { ok, type Result, refuse } from "@/shared/errors";
import { toClosedInvitation } from "./close-invitations";
import { ERASED, findOpenInvitation } from "./find-open-invitation";
import { parseInvitationToken } from "./invitation-token";
import { findInvitation, type Invitation } from "./queries";

/**
 * Refuses the invitation of a mailed link: erases its data and its mails, and remembers the address as a keyed hash, so
 * that it is never invited again. A second refusal changes nothing.
 * @returns `gone` after the claim; `malformed` with `invalid_token`, also once the unanswered invitation is erased.
 */
export async function refuseInvitation(ctx: Ctx, token: string): Promise<Result<null>> {
  const id = parseInvitationToken(ctx, token);
  const invitation = id && (await findInvitation(ctx, id));
  if (invitation && invitation.state === "refused") return ok(null);
  if (!invitation) return refuse("malformed", { reason: "invalid_token" });
  const isRefused = await eraseInvitation(ctx, invitation, REFUSAL);
  if (isRefused) return ok(null);
  // It was claimed, or a parallel request refused it.
  const current = await findOpenInvitation(ctx, token);
  return current.ok || current.refusal.reason === ERASED ? ok(null) : current;
}

const REFUSAL = { action: "invitation.refused", actorId: null } as const;

/** Erases an invitation that waits for an answer, with its mails, except for a keyed hash of the address. */
export async function eraseInvitation(
  ctx: Ctx,
  { id, email }: Pick<Invitation, "id" | "email">,
  event: typeof REFUSAL | { action: "invitation.deleted"; actorId: string },
): Promise<boolean> {
  if (email === null) return false;
  await recordErasure(ctx.backups, "invitation", id);
  return commitAudited(ctx, {
    ...event,
    subject: auditSubject("invitation", id),
    statement: ctx.db
      .update(invitations)
      .set(toClosedInvitation(ctx, "refused"))
      .where(and(eq(invitations.id, id), eq(invitations.state, "invited")))
      .returning({ id: invitations.id }),
    furtherStatements: (guard) => [
      deleteMailsAboutStatement(ctx, sql`(select ${auditSubject("invitation", id)} where ${guard})`),
    ],
  });
}

/** What repeats the erasures of invitations of these ids, which a restore brought back. `ids` is a subquery. */
export async function listInvitationErasures(
  ctx: Ctx,
  ids: SQL,
): Promise<Map<string, () => Promise<unknown>>> {
  const rows = await ctx.db
    .select({ id: invitations.id, email: invitations.email })
    .from(invitations)
    .where(and(inArray(invitations.id, ids), eq(invitations.state, "invited")));
  return new Map(rows.map((row) => [row.id, () => eraseInvitation(ctx, row, REFUSAL)]));
}
