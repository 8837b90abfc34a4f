import { type SQL, sql } from "drizzle-orm";

/** A column of the newest message of a row of `enquiries`; null if no message is left. */
export const newestMessageSql = (column: "author" | "text"): SQL<string | null> =>
  sql.raw(
    `(select ${column} from messages where enquiry_id = enquiries.id order by created_ts desc, id desc limit 1)`,
  ) as SQL<string | null>;
