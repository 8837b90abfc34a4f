import type { Limit } from "@/db/limits";

const DAY_S = 86_400;

/** Reports of one account, or of one address for visitors, whatever they are about. */
export const REPORTS_A_DAY: Limit = { name: "reports_day", most: 5, windowS: DAY_S };
/** Reports of one account or address about one listing: visitors have no other name by which a second could be told. */
export const REPORTS_OF_LISTING: Limit = { name: "reports_listing", most: 1, windowS: DAY_S };
