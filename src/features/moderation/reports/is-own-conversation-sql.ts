import { type SQL, sql } from "drizzle-orm";
import type { SignedInUser } from "@/context";

/**
 * Condition on `reports`: the admin is the teacher or the learner of the conversation, with the account or as a guest from
 * the same mailbox. Another admin reads it and decides.
 */
export const isOwnConversationSql = ({ id, email, emailVerified }: SignedInUser): SQL =>
  sql`exists (select 1 from enquiries own where own.id = reports.enquiry_id
    and (${id} in (own.teacher_id, own.undelivered_teacher_id, own.learner_id)
      or (own.guest_email = ${email} and ${emailVerified})))`;
