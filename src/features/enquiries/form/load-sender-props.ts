import type { Ctx } from "@/context";
import { boundSql } from "@/db/bound-sql";
import { type GuestCookies, isAddressProof } from "../guests/address-proof";
import type { EnquiryFormProps } from "./enquiry-form";
import { isVisitorMinor } from "./message-hint";

type SenderProps = Pick<EnquiryFormProps, "values" | "isRemembered" | "isAddressConfirmed">;

/**
 * What the form shows of its sender: of a visitor without an account because of the browser's cookies, where without a
 * remembered address it may be the proven one; of a learner under 18 the parent.
 */
export async function loadSenderProps(
  ctx: Ctx,
  { contact, addressProof }: GuestCookies,
): Promise<SenderProps> {
  if (ctx.user) {
    const parentEmail = isVisitorMinor(ctx) ? await findNamedParent(ctx, ctx.user.id) : null;
    return parentEmail ? { values: { message: "", parent_email: parentEmail } } : {};
  }
  if (!contact) return { isAddressConfirmed: addressProof !== "" };
  return {
    values: { ...contact, message: "", remember: true },
    isRemembered: true,
    isAddressConfirmed: isAddressProof(ctx, addressProof, contact.email),
  };
}

/**
 * The parent whom a learner named last; null if the learner named none in the newest form to a teacher, or that parent
 * stopped the copies.
 */
async function findNamedParent({ db }: Pick<Ctx, "db">, learnerId: string): Promise<string | null> {
  const [row] = await db.read<{ parentEmail: string | null }>(boundSql`
    select parent_email as parentEmail from enquiries
    where learner_id = ${learnerId}
      and (request_id is null or parent_email is not null or parent_stop_key is not null)
    order by created_ts desc, last_message_ts desc limit 1`);
  return row?.parentEmail ?? null;
}
