import "./jitless";
import * as z from "zod";

/** A point in degrees. */
export const pointSchema = z
  .object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  })
  .meta({ id: "Point" });
