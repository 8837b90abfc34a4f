import { eq, ne, type SQL, sql } from "drizzle-orm";
import { requireTeacher } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { hasAccountSql } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { cancelDeletionStatement } from "@/db/media-deletions";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { mediaDeletions, users, verifications } from "@/db/schema";
import type { VerificationKind } from "@/shared/codes";
import { DOCUMENT_LIMITS } from "@/shared/document-limits";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { verificationRequestSchema } from "@/shared/schemas/verification";
import { parseStoragePath } from "@/shared/storage-path";
import { listUnusedFiles } from "../files/prepare-verification-file";
import { findVerification, type Verification } from "../queries";

const DAILY_LIMIT = defineLimit("verifications_day");

type RequestInput = { kind: unknown; proves?: unknown };

/**
 * Asks for the check of a document whose files were uploaded to `paths`. Refuses `invalid`, `forbidden` for a path of
 * another user, `conflict` with `verification_open` if a request of the kind is open, and `too_many`.
 */
export async function createVerification(
  ctx: Ctx,
  input: RequestInput,
  paths: readonly string[],
): Promise<Result<Verification>> {
  const user = requireTeacher(ctx);
  const validated = validate(verificationRequestSchema, input);
  if (!validated.ok) return validated;
  const keys = await resolveFiles(ctx, user.id, paths);
  if (!keys.ok) return keys;
  const { kind, proves } = validated.value;
  const open = await hasOpenRequest(ctx, user.id, kind);
  if (open) return refuse("conflict", { reason: "verification_open" });

  const id = ctx.newId();
  const row = {
    id,
    userId: user.id,
    kind,
    proves,
    state: "pending",
    files: keys.value.map((key) => key.slice(key.lastIndexOf("/") + 1)),
    createdTs: ctx.now,
  } as const;
  const limits = [[DAILY_LIMIT, user.id]] as const;
  const isAllowedSql = sql`${hasAccountSql(eq(users.id, user.id), ne(users.role, "u"))} and not ${hasOpenRequestSql(user.id, kind)}
    and ${areFilesUnusedSql(ctx, keys.value)} and ${hasHitsLeftSql(limits, ctx.now)}`;
  const isCreated = await commitAudited(ctx, {
    action: "verification.requested",
    subject: auditSubject("verification", id),
    detail: { kind },
    statement: insertWhere(ctx.db, verifications, row, isAllowedSql).returning({ id: verifications.id }),
    furtherStatements: (guard) => [
      ...countHitsStatements(ctx.db, limits, ctx.now, guard),
      cancelDeletionStatement(ctx.db, { keys: keys.value, guard }),
    ],
  });
  const created = isCreated ? await findVerification(ctx, id) : null;
  if (created) return ok(created);
  if (await hasOpenRequest(ctx, user.id, kind)) return refuse("conflict", { reason: "verification_open" });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null ? invalid([MISSING_FILE]) : refuse("too_many", { retryAfter });
}

const MISSING_FILE = { field: "files", code: "document_missing" };

/** The keys of uploaded files, by the paths that the client uploaded to, whose extension may differ. */
async function resolveFiles(ctx: Ctx, userId: string, paths: readonly string[]): Promise<Result<string[]>> {
  const wanted = [...new Set(paths)];
  if (wanted.length === 0) return invalid([{ field: "files", code: "documents_required" }]);
  if (wanted.length > DOCUMENT_LIMITS.files)
    return invalid([{ field: "files", code: "too_many_documents", params: { max: DOCUMENT_LIMITS.files } }]);
  const found: string[] = [];
  for (const path of wanted) {
    const parsed = parseStoragePath(path, false);
    if (!parsed.ok || parsed.value.kind !== "verification-file") return invalid([MISSING_FILE]);
    if (parsed.value.userId !== userId) return refuse("forbidden");
    const keys = await listUnusedFiles(ctx, parsed.value);
    const key = keys.find((stored) => stored.endsWith(".pdf") === path.endsWith(".pdf")) ?? keys[0];
    if (key === undefined) return invalid([MISSING_FILE]);
    found.push(key);
  }
  return ok([...new Set(found)]);
}

/** Whether the user has an undecided request of the kind. */
export async function hasOpenRequest({ db }: Ctx, userId: string, kind: VerificationKind): Promise<boolean> {
  return hasRows(await db.all(sql`select 1 as found where ${hasOpenRequestSql(userId, kind)}`));
}

const hasOpenRequestSql = (userId: string, kind: VerificationKind): SQL =>
  sql`exists (select 1 from ${verifications} where ${verifications.userId} = ${userId}
    and ${verifications.kind} = ${kind} and ${verifications.state} = 'pending')`;

/** Guard: all files are still reserved, so no other request uses them and none is being deleted. */
const areFilesUnusedSql = ({ now }: Ctx, keys: readonly string[]): SQL =>
  sql`(select count(*) from ${mediaDeletions} where ${mediaDeletions.createdTs} > ${now}
    and ${mediaDeletions.key} in (select value from json_each(${JSON.stringify(keys)}))) = ${keys.length}`;
