import * as z from "zod";

/** A moment as the wire has it in fields whose name ends in `_ts`. */
export const timestampSchema = z
  .object({ seconds: z.number().int(), nanoseconds: z.number().int() })
  .meta({ id: "Timestamp" });
