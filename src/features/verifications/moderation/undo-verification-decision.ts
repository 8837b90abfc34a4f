import { and, eq, sql } from "drizzle-orm";
import { cancelDeletionStatement } from "@/db/media-deletions";
import { users, verifications } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import type { UndoRules } from "@/features/moderation";
import type { VerificationKind } from "@/shared/codes";
import { refreshBadgesStatement } from "../badges/refresh-badges-statement";
import { toFileKeys } from "../files/schedule-file-deletion";
import type { Verification } from "../queries";

/** A request before a decision. */
export type VerificationBefore = {
  /** The columns that the decision changed. */
  verification: Partial<Verification>;
  /** The teacher's name at the decision. */
  name: string;
};

type Item = { version: number; userId: string; kind: VerificationKind };

/** The request has its files again. Not if the teacher sent a new one of the kind. */
export const VERIFICATION_UNDO: UndoRules<Item, VerificationBefore> = {
  subject: "verification",
  ownReason: "own_verification",
  item: {
    id: verifications.id,
    version: verifications.version,
    userId: verifications.userId,
    kind: verifications.kind,
  },
  restoreStatement: (
    { db },
    { id, item: { userId, kind, version }, stateBefore: { verification, name } },
    guard,
  ) =>
    db
      .update(verifications)
      .set({
        ...verification,
        // The version that admins read before the decision, unless the teacher has another name now.
        version: sql`${version} + iif(exists (select 1 from ${users} where ${users.id} = ${userId}
          and trim(${users.firstName} || ' ' || ${users.lastName}) = ${name}), -1, 1)`,
      })
      .where(
        and(
          eq(verifications.id, id),
          eq(verifications.version, version),
          guard,
          sql`not exists (select 1 from verifications later where later.user_id = ${userId} and later.kind = ${kind}
            and later.state = 'pending')`,
        ),
      )
      .returning({ id: verifications.id }),
  furtherStatements: (ctx, { item: { userId }, stateBefore: { verification } }, guard) => [
    cancelDeletionStatement(ctx.db, { keys: toFileKeys({ userId, files: verification.files ?? [] }), guard }),
    refreshBadgesStatement(ctx, sql`${users.id} = ${userId} and ${guard}`),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${userId} and ${guard}`),
  ],
};
