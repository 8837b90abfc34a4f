import { shippedLimit } from "@/db/limits";

/** Reports of one account, or of one address for visitors, whatever they are about. */
export const REPORTS_A_DAY = shippedLimit("reports_day");
/** Reports of one account or address about one listing: visitors have no other name by which a second could be told. */
export const REPORTS_OF_LISTING = shippedLimit("reports_listing");
