import { type SQL, sql } from "drizzle-orm";

/** When (ms) the agreed lesson of a row of `enquiries` ends, unless a lesson took place before; null without one. */
export const firstLessonEndTsSql: SQL<number | null> = sql`(
  select time + minutes * 60000 from appointments where enquiry_id = enquiries.id and state = 'accepted'
    and not exists (select 1 from appointments held where held.enquiry_id = enquiries.id and held.state = 'past'
      and held.time is not null and held.learner_took_place is not 0))`;
