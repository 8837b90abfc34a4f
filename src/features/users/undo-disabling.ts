import { and, eq, isNull, sql } from "drizzle-orm";
import { endSessionsStatements } from "@/auth/sessions";
import { reports, users } from "@/db/schema";
import {
  type OpenAppointment,
  recountSentStatement,
  reopenAppointmentsStatement,
} from "@/features/enquiries";
import { queueForRequestsStatement, reindexListingsStatements } from "@/features/listings";
import { reportsAboutUserSql, UNDECIDED_REPORT, type UndoRules } from "@/features/moderation";
import type { AccountStatus } from "./find-user-details";

/** The versions of the undos of a disabled and of an enabled account. Those about all listings have others. */
export const DISABLING_VERSION = 1;
export const ENABLING_VERSION = 2;

/** What the undo restores of an account that an admin disabled or enabled. */
export type AccountBefore = Pick<AccountStatus, "disabledTs" | "disabledBy"> & {
  appointments: OpenAppointment[];
};

/**
 * The undo of a disabled account: it is enabled again, or closed by its owner as before; its listings are shown, its
 * lessons agreed and the settled reports open. The ended sessions and mailed links stay invalid.
 */
export const DISABLING_UNDO: UndoRules<{ version: number; userId: string }, AccountBefore> = {
  subject: "user",
  action: "user.disabling_undone",
  ownReason: "own_account",
  item: {
    id: users.id,
    version: sql`iif(${users.disabledBy} = 'admin', ${DISABLING_VERSION}, -1)`,
    userId: users.id,
  },
  restoreStatement: ({ db }, { id, decidedTs, stateBefore: { disabledTs, disabledBy } }, guard) =>
    db
      .update(users)
      .set({ disabledTs, disabledBy })
      .where(and(eq(users.id, id), eq(users.disabledBy, "admin"), eq(users.disabledTs, decidedTs), guard))
      .returning({ id: users.id }),
  furtherStatements: (ctx, { id, decidedTs, stateBefore }, guard) => [
    reopenAppointmentsStatement(ctx, { closed: stateBefore.appointments, closedTs: decidedTs }, guard),
    ctx.db
      .update(reports)
      .set(UNDECIDED_REPORT)
      .where(and(sql`${reports.id} in ${reportsAboutUserSql(id)}`, eq(reports.decidedTs, decidedTs), guard)),
    queueForRequestsStatement(ctx, sql`listings.owner_id = ${id} and ${guard}`),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${id} and ${guard}`),
    recountSentStatement(ctx, id, guard),
  ],
};

/** The undo of an enabled account: it is disabled as before, without the sessions that began since. */
export const ENABLING_UNDO: typeof DISABLING_UNDO = {
  ...DISABLING_UNDO,
  action: "user.enabling_undone",
  item: {
    id: users.id,
    version: sql`iif(${users.disabledTs} is null, ${ENABLING_VERSION}, -1)`,
    userId: users.id,
  },
  restoreStatement: ({ db }, { id, stateBefore: { disabledTs, disabledBy } }, guard) =>
    db
      .update(users)
      .set({ disabledTs, disabledBy })
      .where(and(eq(users.id, id), isNull(users.disabledTs), guard))
      .returning({ id: users.id }),
  furtherStatements: (ctx, { id }, guard) => [
    ...endSessionsStatements(ctx, id, undefined, guard),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${id} and ${guard}`),
    recountSentStatement(ctx, id, guard),
  ],
};
