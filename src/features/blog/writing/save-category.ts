import { eq } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
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
    const isAdded = await commitAudited(ctx, {
      action: "category.created",
      subject: auditSubject("category", id),
      detail: { name },
      statement: ctx.db
        .insert(blogCategories)
        .values({ id, nameEn: name.en, nameRo: name.ro, createdTs: ctx.now })
        .onConflictDoNothing()
        .returning({ id: blogCategories.id }),
    });
    if (isAdded || (await isSameCategory(ctx, id, name))) return ok({ id, name });
  }
  return refuse("conflict");
}

/** Whether a category has this id and these names, as after a form that was sent twice. */
async function isSameCategory({ db }: Ctx, id: string, name: CategoryInput["name"]): Promise<boolean> {
  const category = await db.select().from(blogCategories).where(eq(blogCategories.id, id)).get();
  return category?.nameEn === name.en && category.nameRo === name.ro;
}

async function renameCategory(ctx: Ctx, id: string, { name }: CategoryInput): Promise<Result<SavedCategory>> {
  const isRenamed = await commitAudited(ctx, {
    action: "category.renamed",
    subject: auditSubject("category", id),
    detail: { name },
    statement: ctx.db
      .update(blogCategories)
      .set({ nameEn: name.en, nameRo: name.ro })
      .where(eq(blogCategories.id, id))
      .returning({ id: blogCategories.id }),
  });
  return isRenamed ? ok({ id, name }) : refuse("not_found");
}
