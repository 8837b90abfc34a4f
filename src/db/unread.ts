import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * The number of conversations with unread messages of a user, without spam, as a column of a query on users. The
 * conditions equal those of the indexes `enquiries_unread_…`, so that it reads only unread rows.
 */
export const countUnreadConversations = (userId: Column): SQL<number> => sql<number>`(
  (select count(*) from enquiries
    where teacher_id = ${userId} and state <> 'spam' and last_message_ts > coalesce(teacher_read_ts, 0))
  + (select count(*) from enquiries
    where learner_id = ${userId} and last_message_ts > coalesce(learner_read_ts, 0))
)`;
