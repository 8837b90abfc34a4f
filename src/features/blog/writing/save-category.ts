import { eq } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { type AuditAction, auditEventStatement, auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { hasRows } from "@/db/returned-rows";
import { blogCategories } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { type CategoryInput, categorySchema, toPostSlug } from "@/shared/schemas/post";

export type SavedCategory = { id: string } & CategoryInput;

/** Ids to try: the preferred one, then the same with a number. */
const MAX_ATTEMPTS = 20;

/**
 * Creates a category (`id` null) or renames one. A new id comes from the English name and never changes.
 * @returns `invalid`, `not_found`
 */
export async function saveCategory(
  ctx: Ctx,
  id: string | null,
  input: unknown,
): Promise<Result<SavedCategory>> {
  requireAdmin(ctx);
  const validated = validate(categorySchema, input);
  if (!validated.ok) return validated;
  return id === null ? addCategory(ctx, validated.value) : renameCategory(ctx, id, validated.value);
}

async function addCategory(ctx: Ctx, { name }: CategoryInput): Promise<Result<SavedCategory>> {
  const preferred = toPostSlug(name.en) || toPostSlug(name.ro) || "category";
  for (let n = 1; n <= MAX_ATTEMPTS; n++) {
    const id = n === 1 ? preferred : `${preferred}-${n}`;
    const [added] = await ctx.commit([
      ctx.db
        .insert(blogCategories)
        .values({ id, nameEn: name.en, nameRo: name.ro, createdTs: ctx.now })
        .onConflictDoNothing()
        .returning({ id: blogCategories.id }),
      categoryAuditStatement(ctx, "category.created", id, { name }),
    ]);
    if (hasRows(added)) return ok({ id, name });
  }
  return refuse("conflict");
}

async function renameCategory(ctx: Ctx, id: string, { name }: CategoryInput): Promise<Result<SavedCategory>> {
  const [renamed] = await ctx.commit([
    ctx.db
      .update(blogCategories)
      .set({ nameEn: name.en, nameRo: name.ro })
      .where(eq(blogCategories.id, id))
      .returning({ id: blogCategories.id }),
    categoryAuditStatement(ctx, "category.renamed", id, { name }),
  ]);
  return hasRows(renamed) ? ok({ id, name }) : refuse("not_found");
}

/** The audit event of the previous statement, if that one changed a row. */
const categoryAuditStatement = (ctx: Ctx, action: AuditAction, id: string, detail: Record<string, unknown>) =>
  auditEventStatement(ctx, { action, subject: auditSubject("category", id), detail }, previousChanged);
