import "./jitless";
import * as z from "zod/mini";
import {
  type CeilingName,
  COUNT_RANGE,
  DEFAULT_CEILINGS,
  DEFAULT_LIMITS,
  type LimitName,
  type RateLimit,
  WINDOW_RANGE,
} from "@/shared/default-limits";

/**
 * The document `settings/limits`: overrides of the default limits, by name, whether admins must have two-step sign-in,
 * and how many teachers of a subject a county should have.
 */
export type LimitsDocument = { [K in LimitName]?: RateLimit } & { [K in CeilingName]?: { max: number } } & {
  admin_two_step?: boolean;
  coverage_goal?: number;
};

const max = z.int().check(z.gte(COUNT_RANGE.min), z.lte(COUNT_RANGE.max));
const window_s = z.int().check(z.gte(WINDOW_RANGE.min), z.lte(WINDOW_RANGE.max));
// Strict, because an unknown name or member would have no effect and must be a mistake.
const terms = z.strictObject({ max, window_s });
const ceiling = z.strictObject({ max });

const optional = <S extends z.ZodMiniType>(names: object, schema: S) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, z.optional(schema)]));

export const limitsSchema: z.ZodMiniType<LimitsDocument> = z.strictObject({
  ...optional(DEFAULT_LIMITS, terms),
  ...optional(DEFAULT_CEILINGS, ceiling),
  admin_two_step: z.optional(z.boolean()),
  coverage_goal: z.optional(max),
});
