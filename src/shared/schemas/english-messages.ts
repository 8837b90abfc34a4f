import * as z from "zod/mini";

/** Option of `parse` and `safeParse`: the issues have English messages, which `zod/mini` leaves out by default. */
export const englishMessages = { error: z.locales.en().localeError };
