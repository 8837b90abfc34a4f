import { getDefaultLimit } from "@/db/limits";

/** Reports from one account, or for visitors from one address, about all listings. */
export const REPORTS_A_DAY = getDefaultLimit("reports_day");
/**
 * Reports from one account or address about one listing. For visitors, the address is the only way to recognise a
 * second report.
 */
export const REPORTS_OF_LISTING = getDefaultLimit("reports_listing");
