import type { Limit } from "@/db/limits";

/** Testimonials of one account, withdrawn ones too. */
export const TESTIMONIALS_A_DAY: Limit = { name: "testimonials_day", most: 3, windowS: 86_400 };
