import { shippedLimit } from "@/db/limits";

/** Testimonials of one account, withdrawn ones included. */
export const TESTIMONIALS_A_DAY = shippedLimit("testimonials_day");
