import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { auditLog, blogCategories, posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";

/** Deletes a category without posts. @returns `not_found`, or `conflict` with `category_in_use` */
export async function deleteCategory(ctx: Ctx, id: string): Promise<Result<null>> {
  const admin = requireAdmin(ctx);
  const [deleted] = (await ctx.commit([
    ctx.db
      .delete(blogCategories)
      .where(
        and(
          eq(blogCategories.id, id),
          sql`not exists (select 1 from ${posts} where ${posts.categoryId} = ${id})`,
        ),
      )
      .returning({ id: blogCategories.id }),
    insertWhere(
      ctx.db,
      auditLog,
      {
        id: ctx.newId(),
        ts: ctx.now,
        actorId: admin.id,
        action: "category.deleted",
        subject: auditSubject("category", id),
        detail: {},
      },
      sql`changes() = 1`,
    ),
  ])) as [unknown[]];
  if (deleted.length > 0) return ok(null);
  const there = await ctx.db.query.blogCategories.findFirst({ where: eq(blogCategories.id, id) });
  return there ? refuse("conflict", { reason: "category_in_use" }) : refuse("not_found");
}
