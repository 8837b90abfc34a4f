import { and, eq } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { settings, settingVersions, users } from "@/db/schema";
import { DOCUMENTS } from "./settings-documents";

/** A settings document in the list, with its last change if an admin wrote it. `ts` in ms. */
export type ListedDocument = {
  path: string;
  last: {
    version: number;
    ts: number;
    /** Null once erased. */
    by: { firstName: string; lastName: string } | null;
  } | null;
};

/** Every settings document with its last author, in one statement. @throws Refused unless the visitor is an admin */
export async function listDocuments(ctx: Ctx): Promise<ListedDocument[]> {
  requireAdmin(ctx);
  const { path, version, updatedTs } = settings;
  const rows = await ctx.db
    .select({
      path,
      version,
      ts: updatedTs,
      by: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(settings)
    .leftJoin(settingVersions, and(eq(settingVersions.path, path), eq(settingVersions.version, version)))
    .leftJoin(users, eq(users.id, settingVersions.actorId));
  return DOCUMENTS.map((kind) => ({
    path: kind.path,
    last: rows.find((row) => row.path === kind.path) ?? null,
  }));
}
