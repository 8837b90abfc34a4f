import "./jitless";
import * as z from "zod";
import {
  type CeilingName,
  type LimitName,
  type LimitTerms,
  MOST_RANGE,
  SHIPPED_CEILINGS,
  SHIPPED_LIMITS,
  WINDOW_RANGE,
} from "@/shared/limits";

/** The document `settings/limits`: overrides of the shipped limits, by name. */
export type LimitsDocument = { [K in LimitName]?: LimitTerms } & { [K in CeilingName]?: { most: number } };

const most = z.int().min(MOST_RANGE.minimum).max(MOST_RANGE.maximum);
const window_s = z.int().min(WINDOW_RANGE.minimum).max(WINDOW_RANGE.maximum);
// Strict, because an unknown name or member would have no effect and must be a mistake.
const terms = z.strictObject({ most, window_s });
const ceiling = z.strictObject({ most });

const optional = <S extends z.ZodType>(names: object, schema: S) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, schema.optional()]));

export const limitsSchema: z.ZodType<LimitsDocument> = z.strictObject({
  ...optional(SHIPPED_LIMITS, terms),
  ...optional(SHIPPED_CEILINGS, ceiling),
});
