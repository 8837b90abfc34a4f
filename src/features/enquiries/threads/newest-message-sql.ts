import { type SQL, sql } from "drizzle-orm";
import type { Side } from "@/shared/codes";

/** A column of the newest message of a row of `enquiries` that this side may see; null if no message is left. */
export const newestMessageSql = <T = string>(
  column: "author" | "text" | "created_ts",
  side: Side,
): SQL<T | null> =>
  sql.raw(
    `(select ${column} from messages where enquiry_id = enquiries.id and (author = '${side}' or not is_undelivered)
      order by created_ts desc, id desc limit 1)`,
  ) as SQL<T | null>;
