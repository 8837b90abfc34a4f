import { sql } from "drizzle-orm";
import { SIGHTING_RETENTION_MS } from "@/auth/sightings";
import type { Ctx } from "@/context";
import { sessions, teacherSightings } from "@/db/schema";

/** What a request shares with a teacher: a live session's browser, a browser or a network of the last 30 days. */
type TeacherSighting = "session" | "device" | "network";

/** The strongest link between a request and a teacher; null if there is none. */
export async function findTeacherSighting(
  { db, now }: Pick<Ctx, "db" | "now">,
  teacherId: string,
  { deviceKey, networkKey }: { deviceKey: string | null; networkKey: string },
): Promise<TeacherSighting | null> {
  const isSeenSql = (kind: "device" | "network", key: string | null) => sql`exists (select 1
    from ${teacherSightings} where user_id = ${teacherId} and kind = ${kind} and key = ${key}
      and last_ts > ${now - SIGHTING_RETENTION_MS})`;
  const [row] = await db.all<{ sighting: TeacherSighting | null }>(sql`select case
    when exists (select 1 from ${sessions} where user_id = ${teacherId} and device_key = ${deviceKey}
      and idle_expires_ts > ${now} and absolute_expires_ts > ${now}) then 'session'
    when ${isSeenSql("device", deviceKey)} then 'device'
    when ${isSeenSql("network", networkKey)} then 'network' end as sighting`);
  return row?.sighting ?? null;
}
