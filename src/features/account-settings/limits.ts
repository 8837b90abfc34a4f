import { shippedLimit } from "@/db/limits";

/** Links to a new address that one account may request. */
export const EMAIL_CHANGES = shippedLimit("email_change");
/** Mails to one address that other accounts can cause by entering it. */
export const EMAIL_CHANGE_MAILS = shippedLimit("email_change_mail");
