import type { Limit } from "@/db/limits";
import { DAY_MS } from "@/shared/dates";

/** Enquiries of one sender, whoever they go to: of an account, or of a guest's address and mailbox. */
export const ENQUIRIES_AN_HOUR: Limit = { name: "enquiries_hour", most: 5, windowS: 3600 };
export const ENQUIRIES_A_DAY: Limit = { name: "enquiries_day", most: 15, windowS: 86_400 };
/** Messages of one sender in enquiries that are under way: more than people type, less than a script sends. */
export const MESSAGES_AN_HOUR: Limit = { name: "messages_hour", most: 60, windowS: 3600 };
/** Phone numbers shown to one account, or to one visitor's address. */
export const PHONES_A_DAY: Limit = { name: "phones_day", most: 10, windowS: 86_400 };

/** So long (ms) an enquiry waits for its guest to confirm it. */
export const UNCONFIRMED_MS = 7 * DAY_MS;
/**
 * So many may wait for one mailbox. Anybody can type somebody's address: a mailbox that never answers gets no more mails
 * than these in a week.
 */
export const MOST_UNCONFIRMED = 5;
