import { shippedLimit } from "@/db/limits";

/** Links to a new address that one account may ask for. */
export const EMAIL_CHANGES = shippedLimit("email_change");
/** Mails that accounts of other people can cause by naming somebody's address. */
export const EMAIL_CHANGE_MAILS = shippedLimit("email_change_mail");
