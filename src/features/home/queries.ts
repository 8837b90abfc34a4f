import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { countScope } from "@/features/listings";
import { SUBJECTS, type Subject } from "@/shared/codes";

export type SubjectCount = { subject: Subject; listings: number };

/** Subjects by how many listings they have, the most first; those without any are left out. One statement. */
export async function findPopularSubjects(ctx: Ctx): Promise<SubjectCount[]> {
  const scopes = new Map(SUBJECTS.map((subject) => [countScope.place(subject, undefined), subject]));
  const rows = await ctx.db.all<{ scope: string; listings: number }>(sql`
    select search_counts.scope, search_counts.listings from json_each(${JSON.stringify([...scopes.keys()])}) asked
    cross join search_counts on search_counts.scope = asked.value`);
  return rows
    .flatMap(({ scope, listings }) => {
      const subject = scopes.get(scope);
      return subject && listings > 0 ? [{ subject, listings }] : [];
    })
    .sort((a, b) => b.listings - a.listings);
}
