import { sql } from "drizzle-orm";
import { requireTeacher } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { County } from "@/shared/codes";
import { isTrusted } from "../limits";

/** Defaults of a new listing's form: the teacher's location, and whether it would be published without review. */
export async function readFormDefaults(ctx: Ctx) {
  const user = requireTeacher(ctx);
  const row = await ctx.db.get<{ county: County | null; neighbourhood: string | null; trusted: number }>(sql`
    select county, neighbourhood, ${isTrusted(ctx.now, user.id)} as trusted
    from (select 1) left join teacher_information on user_id = ${user.id}`);
  return { county: row.county, neighbourhood: row.neighbourhood ?? "", trusted: row.trusted === 1 };
}
