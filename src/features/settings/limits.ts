import type { Limit } from "@/db/limits";

const HOUR_S = 3600;

/** Links to a new address that one account may ask for. */
export const EMAIL_CHANGES: Limit = { name: "email_change", most: 3, windowS: HOUR_S };
/** Mails that accounts of other people can cause by naming somebody's address. */
export const EMAIL_CHANGE_MAILS: Limit = { name: "email_change_mail", most: 3, windowS: HOUR_S };
