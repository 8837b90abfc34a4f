import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import { hasRows } from "@/db/returned-rows";
import { posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { toBlogPictureFolder } from "../blog-pictures";
import { findPost } from "../find-post";
import { deleteSlugsStatement } from "./slugs";
import { linkTranslationStatements } from "./translations";

/**
 * Deletes a post with its pictures and all its slugs; its translation is unlinked.
 * @returns `not_found`, or `conflict` with `datastale` if another admin saved it after `version`
 */
export async function deletePost(
  ctx: Ctx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Result<null>> {
  requireAdmin(ctx);
  const post = await findPost(ctx, id);
  if (!post) return refuse("not_found");
  const auditId = ctx.newId();
  const guard = hasAuditEventSql(auditId);
  const isPostUnchangedSql = sql`exists (select 1 from ${posts} where ${posts.id} = ${id}
    and ${version === undefined ? sql`1` : sql`${posts.version} = ${version}`})`;
  const [audited] = await ctx.commit([
    auditEventStatement(
      ctx,
      {
        id: auditId,
        action: "post.deleted",
        subject: auditSubject("post", id),
        detail: { title: post.title },
      },
      isPostUnchangedSql,
    ),
    ...linkTranslationStatements(ctx, id, null, guard),
    deleteSlugsStatement(ctx, id, guard),
    ctx.db.delete(posts).where(sql`${eq(posts.id, id)} and ${guard}`),
    scheduleDeletionWhereStatement(ctx, { key: toBlogPictureFolder(id), guard }),
  ]);
  return hasRows(audited) ? ok(null) : refuse("conflict", { reason: "datastale" });
}
