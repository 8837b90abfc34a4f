import type { Limit } from "@/db/limits";

/** Enquiries of one sender, whoever they go to. */
export const ENQUIRIES_AN_HOUR: Limit = { name: "enquiries_hour", most: 5, windowS: 3600 };
export const ENQUIRIES_A_DAY: Limit = { name: "enquiries_day", most: 15, windowS: 86_400 };
/** Messages of one sender in enquiries that are under way: more than people type, less than a script sends. */
export const MESSAGES_AN_HOUR: Limit = { name: "messages_hour", most: 60, windowS: 3600 };
