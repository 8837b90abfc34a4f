import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { invitations } from "@/db/schema";
import { deleteMailsAboutStatement } from "@/features/mail";
import { type ErasedKind, recordErasure } from "@/platform/erasure-records";
import { ok, type Result, refuse } from "@/shared/errors";
import { eraseInvitationsStatements } from "./erase-invitations-statements";
import { parseInvitationToken } from "./invitation-token";
import { findInvitation } from "./queries";
import { createRefusedAddressHasher } from "./refused-addresses";

/**
 * Refuses the invitation of a mailed link: erases its data and its mails, and remembers the address as a keyed hash, so
 * that it is never invited again. A second refusal changes nothing.
 * @returns `malformed` with `invalid_token`, also after the claim and once the unanswered invitation is erased.
 */
export async function refuseInvitation(ctx: Ctx, token: string): Promise<Result<null>> {
  const id = parseInvitationToken(ctx, token);
  const invitation = id && (await findInvitation(ctx, id));
  if (invitation && invitation.state === "refused") return ok(null);
  if (!invitation || invitation.email === null) return refuse("malformed", { reason: "invalid_token" });
  await recordErasure(ctx.backups, "refusal", invitation.id);
  const isRefused = await commitRefusal(ctx, { id: invitation.id, email: invitation.email });
  // A parallel request may have answered it.
  return isRefused ? ok(null) : refuseInvitation(ctx, token);
}

async function commitRefusal(ctx: Ctx, { id, email }: { id: string; email: string }): Promise<boolean> {
  const toHash = await createRefusedAddressHasher(ctx);
  return commitAudited(ctx, {
    action: "invitation.refused",
    subject: auditSubject("invitation", id),
    actorId: null,
    statement: ctx.db
      .update(invitations)
      .set({
        state: "refused",
        email: null,
        draft: null,
        source: null,
        refusedHash: toHash(email),
        closedTs: ctx.now,
      })
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
  kind: Extract<ErasedKind, "invitation" | "refusal">,
  ids: SQL,
): Promise<Map<string, () => Promise<unknown>>> {
  const rows = await ctx.db
    .select({ id: invitations.id, email: invitations.email })
    .from(invitations)
    .where(and(inArray(invitations.id, ids), eq(invitations.state, "invited")));
  return new Map(
    rows.map(({ id, email }) => [
      id,
      () =>
        kind === "refusal"
          ? commitRefusal(ctx, { id, email: email ?? "" })
          : ctx.commit(eraseInvitationsStatements(ctx, eq(invitations.id, id))),
    ]),
  );
}
