import "./jitless";
import * as z from "zod";
import {
  type CeilingName,
  COUNT_RANGE,
  DEFAULT_CEILINGS,
  DEFAULT_LIMITS,
  type LimitName,
  type RateLimit,
  WINDOW_RANGE,
} from "@/shared/default-limits";

/** The document `settings/limits`: overrides of the default limits, by name. */
export type LimitsDocument = { [K in LimitName]?: RateLimit } & { [K in CeilingName]?: { max: number } };

const max = z.int().min(COUNT_RANGE.min).max(COUNT_RANGE.max);
const window_s = z.int().min(WINDOW_RANGE.min).max(WINDOW_RANGE.max);
// Strict, because an unknown name or member would have no effect and must be a mistake.
const terms = z.strictObject({ max, window_s });
const ceiling = z.strictObject({ max });

const optional = <S extends z.ZodType>(names: object, schema: S) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, schema.optional()]));

export const limitsSchema: z.ZodType<LimitsDocument> = z.strictObject({
  ...optional(DEFAULT_LIMITS, terms),
  ...optional(DEFAULT_CEILINGS, ceiling),
});
