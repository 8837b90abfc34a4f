import { and, desc, eq, lte } from "drizzle-orm";
import type { Ctx } from "@/context";
import { settingVersions, users } from "@/db/schema";
import type { DocumentKind } from "./read-documents";

/** A version of a document. `value` is null if it no longer fits the schema; `ts` in ms. */
export type DocumentVersion<T> = {
  version: number;
  ts: number;
  value: T | null;
  /** The author; null once erased. */
  by: { firstName: string; lastName: string } | null;
};

/**
 * At most `count` versions of a document from `newest` down, the newest first. The shipped document is not a version.
 */
export async function documentVersions<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  { newest, count }: { newest: number; count: number },
): Promise<DocumentVersion<T>[]> {
  const { path, version, ts, value, actorId } = settingVersions;
  const rows = await ctx.db
    .select({ version, ts, value, by: { firstName: users.firstName, lastName: users.lastName } })
    .from(settingVersions)
    .leftJoin(users, eq(users.id, actorId))
    .where(and(eq(path, kind.path), lte(version, newest)))
    .orderBy(desc(version))
    .limit(count);
  return rows.map((row) => ({ ...row, value: kind.schema.safeParse(row.value).data ?? null }));
}
