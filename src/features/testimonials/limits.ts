import { getDefaultLimit } from "@/db/limits";

/** Testimonials of one account, withdrawn ones included. */
export const TESTIMONIALS_A_DAY = getDefaultLimit("testimonials_day");
