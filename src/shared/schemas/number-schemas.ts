import "./jitless";
import * as z from "zod/mini";

/** An amount in bani. Forms convert typed lei with `parseHundredths`, which returns NaN for other text. */
export const baniSchema = z.int({
  error: ({ input }) => (Number.isNaN(input) ? "not_decimal" : undefined),
});

/** A point in degrees. */
export const pointSchema = z
  .object({
    latitude: z.number().check(z.gte(-90), z.lte(90)),
    longitude: z.number().check(z.gte(-180), z.lte(180)),
  })
  .register(z.globalRegistry, { id: "Point" });
