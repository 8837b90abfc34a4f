import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { enquiries, reviews } from "@/db/schema";

/**
 * Computes again whether guests have a review stored for enquiries, after reviews changed or before withdrawn ones are
 * deleted. `enquiryIds` is a list or a subquery.
 */
export const refreshGuestReviewFlagsStatement = ({ db }: Pick<Ctx, "db">, enquiryIds: SQL): Statement =>
  db.run(sql`update ${enquiries} set has_guest_review = exists (select 1 from ${reviews}
      where enquiry_id = ${enquiries.id} and guest_key is not null and state <> 'withdrawn')
    where id in ${enquiryIds}`);
