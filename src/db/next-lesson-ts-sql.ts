import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** When (ms) the next agreed lesson of a conversation begins; null without one. */
export const nextLessonTsSql = (now: number, enquiryId: SQLiteColumn): SQL<number | null> => sql<
  number | null
>`(
  select min(time) from appointments where enquiry_id = ${enquiryId} and state = 'accepted' and time > ${now})`;

/** Where it is. */
export const nextLessonPlaceSql = (now: number, enquiryId: SQLiteColumn): SQL<string | null> => sql<
  string | null
>`(
  select place from appointments where enquiry_id = ${enquiryId} and state = 'accepted' and time > ${now}
  order by time limit 1)`;
