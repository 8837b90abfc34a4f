import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * How many conversations hold something that a person has not read, what they filed as spam left out: a value for a
 * statement that reads the person. Spelt as the indexes of unread enquiries are (`enquiries_unread_…`), so that it reads
 * those rows alone.
 */
export const countUnreadConversations = (userId: Column): SQL<number> => sql<number>`(
  (select count(*) from enquiries
    where teacher_id = ${userId} and state <> 'spam' and last_message_ts > coalesce(teacher_read_ts, 0))
  + (select count(*) from enquiries
    where learner_id = ${userId} and last_message_ts > coalesce(learner_read_ts, 0))
)`;
