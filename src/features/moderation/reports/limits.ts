import { shippedLimit } from "@/db/limits";

/** Reports from one account, or for visitors from one address, about all listings. */
export const REPORTS_A_DAY = shippedLimit("reports_day");
/**
 * Reports from one account or address about one listing. For visitors, the address is the only way to recognise a
 * second report.
 */
export const REPORTS_OF_LISTING = shippedLimit("reports_listing");
