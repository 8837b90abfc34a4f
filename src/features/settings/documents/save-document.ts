import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { hasRows } from "@/db/returned-rows";
import { settings, settingVersions } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { type DocumentKind, getDocument, type StoredDocument } from "./read-documents";

/** Attempts to write over any version when other writes come first. */
const MAX_ATTEMPTS = 25;

/** `version`: the one that the admin read (0: the default document); absent: write over any version. */
type DocumentInput = { value: unknown; version?: number | undefined };

/**
 * Writes a whole settings document as an admin. One batch writes the next version, its history row and its audit event.
 * A document without changes creates no version.
 * @returns the stored document; `invalid`; `conflict` with `datastale` and the current `version` if another admin wrote
 * the read version first (`getDocument` then returns their value), or with `maxretry` after 25 conflicts without one
 */
export async function saveDocument<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  input: DocumentInput,
): Promise<Result<StoredDocument<T>>> {
  if (input.version !== undefined) return writeNextVersion(ctx, kind, input);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const saved = await writeNextVersion(ctx, kind, input);
    if (saved.ok || saved.refusal.reason !== "datastale") return saved;
  }
  return refuse("conflict", { reason: "maxretry" });
}

async function writeNextVersion<T>(
  ctx: Ctx,
  kind: DocumentKind<T>,
  input: DocumentInput,
): Promise<Result<StoredDocument<T>>> {
  const admin = requireAdmin(ctx);
  const { path } = kind;
  const current = await getDocument(ctx, kind);
  if (input.version !== undefined && current.version !== input.version) return staleRefusal(current);
  const parsed = validate(kind.schema, input.value);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const isUnchanged = JSON.stringify(value) === JSON.stringify(current.value);
  if (isUnchanged && !current.malformed) return ok(current);

  const { now } = ctx;
  const version = current.version + 1;
  const isSameVersionSql = sql`coalesce(
    (select ${settings.version} from ${settings} where ${eq(settings.path, path)}), 0
  ) = ${current.version}`;
  const [saved] = await ctx.commit([
    insertWhere(ctx.db, settings, { path, value, version, updatedTs: now }, isSameVersionSql)
      .onConflictDoUpdate({ target: settings.path, set: { value, version, updatedTs: now } })
      .returning({ version: settings.version }),
    insertWhere(
      ctx.db,
      settingVersions,
      { path, version, value, actorId: admin.id, ts: now },
      previousChanged,
    ),
    auditEventStatement(
      ctx,
      {
        action: "document.saved",
        subject: auditSubject("document", path),
        detail: { version },
      },
      previousChanged,
    ),
  ]);
  return hasRows(saved)
    ? ok({ value, version, malformed: false })
    : staleRefusal(await getDocument(ctx, kind));
}

const staleRefusal = ({ version }: { version: number }) =>
  refuse("conflict", { reason: "datastale", params: { version } });
