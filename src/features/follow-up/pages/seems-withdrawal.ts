import { withoutMarks } from "@/shared/text";

/** Words of withdrawals and of demands for money back, in Romanian and English, without diacritics. */
const WORDS =
  /\b(anul[ae]|restitui|return|denunt|rezili|reimburs|ramburs|renunt|retra[gs]|inapoi banii|banii inapoi|withdraw|refund|money back|cancel(?!ari))/;

/** Whether a message may withdraw from a contract or ask for money back, of which a reply alone pays nothing. */
export const seemsWithdrawal = ({ subject, message }: { subject: string; message: string }): boolean =>
  WORDS.test(withoutMarks(`${subject} ${message}`).toLowerCase());
