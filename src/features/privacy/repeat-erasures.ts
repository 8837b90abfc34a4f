import { and, inArray, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasAfterCommitHook } from "@/db/after-commit";
import { noGuard } from "@/db/guard";
import { enquiries, restores, users } from "@/db/schema";
import { eraseGuest } from "@/features/enquiries";
import { listInvitationErasures } from "@/features/invitations";
import { ERASED_KINDS, type ErasedKind, listErasures } from "@/platform/erasure-records";
import { DAY_MS } from "@/shared/dates";
import { erasureStatements } from "./erase-account";

/** Longer than the oldest backup is kept. */
const KEPT_MS = 400 * DAY_MS;
/** Longest duration of a request (ms): a younger entry may be of an erasure that is not committed yet. */
const LONGEST_REQUEST_MS = 15 * 60_000;

/**
 * After a restore, erases again what was erased between the backup and the restore. Removes entries that no restore
 * needs any more: those older than all backups, and those of erasures that failed. Returns the number of erasures.
 */
export async function repeatErasures(ctx: Ctx): Promise<number> {
  const [restore] = await ctx.db.select().from(restores);
  let count = 0;
  for (const kind of ERASED_KINDS)
    for await (const entries of listErasures(ctx.backups, kind)) {
      const existing = await listExisting(ctx, kind, JSON.stringify(entries.map(({ id }) => id)));
      const done: string[] = [];
      for (const { key, id, ts } of entries) {
        const erase = existing.get(id);
        const isLost = restore !== undefined && ts >= restore.backupTs && ts < (restore.resumedTs ?? ctx.now);
        if (erase && isLost) {
          await erase();
          count++;
        } else if (ts < ctx.now - (erase ? LONGEST_REQUEST_MS : KEPT_MS)) done.push(key);
      }
      await ctx.backups.removeObjects(done);
    }
  return count;
}

/** What erases the accounts, guests and invitations of these ids that exist. */
async function listExisting(
  ctx: Ctx,
  kind: ErasedKind,
  ids: string,
): Promise<Map<string, () => Promise<unknown>>> {
  const { db } = ctx;
  const isListedSql = sql`(select value from json_each(${ids}))`;
  if (kind === "guest") {
    const { id, guestEmail } = enquiries;
    const rows = await db
      .select({ id, guestEmail })
      .from(enquiries)
      .where(and(inArray(id, isListedSql), isNotNull(guestEmail)));
    return new Map(rows.map((row) => [row.id, () => eraseGuest(ctx, row.id, row.guestEmail ?? "")]));
  }
  if (kind !== "user") return listInvitationErasures(ctx, isListedSql);
  const { id, email, emailVerifiedTs, locale } = users;
  const rows = await db
    .select({ id, email, emailVerifiedTs, locale })
    .from(users)
    .where(inArray(id, isListedSql));
  return new Map(
    rows.map((row) => {
      const user = { ...row, emailVerified: row.emailVerifiedTs !== null };
      // Its user has the mail about it already.
      const statements = erasureStatements(ctx, user, row.locale, noGuard).filter(
        (statement) => !hasAfterCommitHook("wake-outbox", statement),
      );
      return [row.id, () => ctx.commit(statements)];
    }),
  );
}
