import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { blogCategories, posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";

/** Deletes an empty category. @returns `not_found`, or `conflict` with `category_in_use` */
export async function deleteCategory(ctx: Ctx, id: string): Promise<Result<null>> {
  requireAdmin(ctx);
  const isDeleted = await commitAudited(ctx, {
    action: "category.deleted",
    subject: auditSubject("category", id),
    statement: ctx.db
      .delete(blogCategories)
      .where(
        and(
          eq(blogCategories.id, id),
          sql`not exists (select 1 from ${posts} where ${posts.categoryId} = ${id})`,
        ),
      )
      .returning({ id: blogCategories.id }),
  });
  if (isDeleted) return ok(null);
  const category = await ctx.db.select().from(blogCategories).where(eq(blogCategories.id, id)).get();
  return category ? refuse("conflict", { reason: "category_in_use" }) : refuse("not_found");
}
