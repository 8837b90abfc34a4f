import { sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { isStoppedByTeamSql } from "@/db/is-stopped-by-team-sql";
import { enquiries, users } from "@/db/schema";
import { formatSideName } from "../names";

/**
 * A person whom the user blocked, and a conversation on whose page the block ends. `isStopped`: the team decided so, and the
 * page says whether the user may end it.
 */
export type BlockedPerson = { enquiryId: string; name: string; isStopped: boolean };

/** Everybody whom the user blocked, as a teacher or as a learner, the last one first. */
export async function listBlocked(ctx: Ctx, user: SignedInUser): Promise<BlockedPerson[]> {
  const rows = await ctx.db.all<Row>(sql`
    select enquiries.id, guest_name, 'learner' as side, max(teacher_blocked_ts) as ts, first_name, last_name,
      ${isStoppedByTeamSql("teacher")} as stopped
      from ${enquiries} left join ${users} on users.id = learner_id
      where teacher_id = ${user.id} and teacher_blocked_ts is not null
        and coalesce(learner_id, guest_email) is not null
      group by coalesce(learner_id, guest_email)
    union all
    select enquiries.id, null, 'teacher', max(learner_blocked_ts), first_name, last_name,
      ${isStoppedByTeamSql("learner")}
      from ${enquiries} join ${users} on users.id = teacher_id
      where learner_id = ${user.id} and learner_blocked_ts is not null group by teacher_id
    order by ts desc`);
  return rows.map(({ id, guest_name: guestName, side, first_name, last_name, stopped }) => ({
    enquiryId: id,
    name:
      guestName ?? formatSideName(ctx.t, side, { firstName: first_name ?? "", lastName: last_name ?? "" }),
    isStopped: stopped === 1,
  }));
}

type Row = {
  id: string;
  guest_name: string | null;
  side: "teacher" | "learner";
  first_name: string | null;
  last_name: string | null;
  /** Whether a decision of the team stopped the messages. */
  stopped: number;
};
