import * as z from "zod";

/** The format of JSON fields whose name ends in `_ts`. */
export const timestampSchema = z
  .object({ seconds: z.number().int(), nanoseconds: z.number().int() })
  .meta({ id: "Timestamp" });
