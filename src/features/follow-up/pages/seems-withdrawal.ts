import { withoutMarks } from "@/shared/text";

/** Words of withdrawals and of demands for money back, in Romanian and English, without diacritics. */
const WORDS =
  /\b(retra[gs]|renunt|anulez|ramburs|inapoi banii|banii inapoi|withdraw|refund|money back|cancel)/;

/** Whether a message may withdraw from a contract or ask for money back, of which a reply alone pays nothing. */
export const seemsWithdrawal = ({ subject, message }: { subject: string; message: string }): boolean =>
  WORDS.test(withoutMarks(`${subject} ${message}`).toLowerCase());
