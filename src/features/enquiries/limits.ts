import { getDefaultLimit } from "@/db/limits";
import { DAY_MS } from "@/shared/dates";

/** Limit for one sender over all teachers: per account, or per guest address and mailbox. */
export const ENQUIRIES_AN_HOUR = getDefaultLimit("enquiries_hour");
export const ENQUIRIES_A_DAY = getDefaultLimit("enquiries_day");
/** Messages of one sender in enquiries that are under way: more than people type, less than a script sends. */
export const MESSAGES_AN_HOUR = getDefaultLimit("messages_hour");
/** Phone numbers shown to one account, or to one visitor's address. */
export const PHONES_A_DAY = getDefaultLimit("phones_day");

/** So long (ms) an enquiry waits for its guest to confirm it. */
export const UNCONFIRMED_MS = 7 * DAY_MS;
/**
 * Maximum unconfirmed enquiries per mailbox. Guests can enter another person's address, so a mailbox that never answers
 * gets at most this many mails a week.
 */
export const MOST_UNCONFIRMED = 5;
