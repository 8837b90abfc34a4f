import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { insertWhere } from "@/db/insert-where";
import { scheduleDeletionWhere } from "@/db/media-deletions";
import { auditLog, posts } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { findEditablePost } from "../editor/editor-queries";
import { pictureFolder } from "../pictures";
import { pairWith } from "./pairs";
import { forgetSlugs } from "./slugs";

/**
 * Deletes a post for good, with its pictures and all its addresses; its other side stands alone from then on.
 * @returns `not_found`, or `conflict` with `datastale` when somebody wrote it after `version`
 */
export async function deletePost(
  ctx: Ctx,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Result<null>> {
  const admin = requireAdmin(ctx);
  const present = await findEditablePost(ctx, id);
  if (!present) return refuse("not_found");
  const auditId = ctx.newId();
  const happened = sql`exists (select 1 from ${auditLog} where id = ${auditId})`;
  const there = sql`exists (select 1 from ${posts} where ${posts.id} = ${id}
    and ${version === undefined ? sql`1` : sql`${posts.version} = ${version}`})`;
  const audit = {
    id: auditId,
    ts: ctx.now,
    actorId: admin.id,
    action: "post.deleted",
    subject: auditSubject("post", id),
    detail: { title: present.title },
  };
  const [noted] = (await ctx.commit([
    insertWhere(ctx.db, auditLog, audit, there).returning({ id: auditLog.id }),
    ...pairWith(ctx, id, null, happened),
    forgetSlugs(ctx, id, happened),
    ctx.db.delete(posts).where(sql`${eq(posts.id, id)} and ${happened}`),
    scheduleDeletionWhere(ctx.db, pictureFolder(id), ctx.now, happened),
  ])) as [unknown[]];
  return noted.length > 0 ? ok(null) : refuse("conflict", { reason: "datastale" });
}
