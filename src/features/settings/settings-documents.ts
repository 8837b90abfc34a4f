import { and, eq } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { settings, settingVersions, users } from "@/db/schema";
import { LIMITS_PATH } from "@/shared/default-limits";
import { type LimitsDocument, limitsSchema } from "@/shared/schemas/limits";
import { BANNED_WORDS } from "./banned-words/banned-words";
import type { DocumentKind } from "./documents";
import { EXAMS } from "./exams/exams";
import { PACKAGES, SELLER, VAT } from "./pricing/document-kinds";

/** Overrides of the default limits. The statements that count hits read it themselves (`src/db/rate-limits.ts`). */
export const LIMITS: DocumentKind<LimitsDocument> = {
  path: LIMITS_PATH,
  schema: limitsSchema,
  defaultValue: {},
};

/** All settings documents. */
const DOCUMENTS: readonly DocumentKind<unknown>[] = [PACKAGES, VAT, SELLER, LIMITS, BANNED_WORDS, EXAMS];

/** The document of a path below `/data/`; null if there is none. */
export const findDocumentKind = (path: string): DocumentKind<unknown> | null =>
  DOCUMENTS.find((kind) => kind.path === path) ?? null;

/** The last change of a settings document by an admin. `ts` in ms. */
export type DocumentChange = {
  version: number;
  ts: number;
  /** Null once erased. */
  by: { id: string; firstName: string; lastName: string } | null;
};

/** The last changes of settings documents by path, in one statement. @throws Refused unless the visitor is an admin */
export async function listDocumentChanges(ctx: Ctx): Promise<Map<string, DocumentChange>> {
  requireAdmin(ctx);
  const { path, version, updatedTs } = settings;
  const rows = await ctx.db
    .select({
      path,
      version,
      ts: updatedTs,
      by: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(settings)
    .leftJoin(settingVersions, and(eq(settingVersions.path, path), eq(settingVersions.version, version)))
    .leftJoin(users, eq(users.id, settingVersions.actorId));
  return new Map(rows.map((row) => [row.path, row]));
}
