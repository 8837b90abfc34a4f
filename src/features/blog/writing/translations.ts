import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { posts } from "@/db/schema";
import type { Locale } from "@/shared/i18n/locales";

/** Whether, when the write runs, a post may be the translation of this one. */
export const canBeTranslationSql = (
  translationId: string | null,
  { id, locale }: { id: string; locale: Locale },
): SQL =>
  translationId === null
    ? sql`1`
    : sql`exists (select 1 from ${posts} o where o.id = ${translationId} and o.id <> ${id}
        and o.locale <> ${locale} and (o.other_id is null or o.other_id = ${id}))`;

/**
 * Links the translation to this post and unlinks any former one, if `guard` holds. Their versions rise, so that an
 * open editor of theirs can't undo the link unnoticed.
 */
export function linkTranslationStatements(
  { db }: Ctx,
  id: string,
  translationId: string | null,
  guard: SQL,
): Statement[] {
  return [
    db.run(sql`update ${posts} set other_id = null, version = version + 1
      where other_id = ${id} and id is not ${translationId} and ${guard}`),
    db.run(sql`update ${posts} set other_id = ${id}, version = version + 1
      where id = ${translationId} and other_id is null and ${guard}`),
  ];
}
