import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { insertWhere } from "@/db/insert-where";
import { teacherInformation } from "@/db/schema";
import type { Language } from "@/shared/codes";
import { reindexListingsStatements } from "../search-index/search-index";

/**
 * Saves the languages of a teacher's lessons from the form of a listing, if they differ from the stored ones. Search finds
 * all of their listings by them.
 */
export function saveLanguagesStatements(
  ctx: Ctx,
  teacherId: string,
  languages: Language[] | undefined,
  stored: readonly Language[] | null,
  guard: ReturnType<typeof sql>,
): Statement[] {
  if (!languages?.length || languages.join() === stored?.join()) return [];
  return [
    insertWhere(ctx.db, teacherInformation, { userId: teacherId, languages }, guard).onConflictDoUpdate({
      target: teacherInformation.userId,
      set: { languages },
    }),
    ...reindexListingsStatements(ctx, sql`users.id = ${teacherId} and ${guard}`),
  ];
}
