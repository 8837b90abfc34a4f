import "./jitless";
import * as z from "zod/mini";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ALERT_FREQUENCIES, COUNTY_CODES } from "@/shared/codes";
import { type CodeFilter, type CodeOf, mapCodeFilters, mapFlags } from "@/shared/search-filters";
import { emailField } from "./accounts";
import { contentSchema, timestampSchema } from "./json";
import { HIGHEST_LEI, parseSearch, RADIUS } from "./search";

/** Most confirmed alerts of an account, and of an address without one. */
export const MAX_ALERTS = 20;

/** What the owner of an alert chooses. */
export const alertSchema = z.object({ frequency: z.enum(ALERT_FREQUENCIES) });

/** An alert without an account: also the address that it is mailed to. */
export const guestAlertSchema = z.extend(alertSchema, { email: emailField });

/** In the bounds in which the list reads prices: it drops others, or takes "1.234" for thousands. */
const lei = z.optional(z.nullable(z.number().check(z.gte(0), z.lte(HIGHEST_LEI), z.multipleOf(0.01))));
const flag = z.optional(z.boolean());
const isLocation = (near: string) => parseSearch(new URLSearchParams({ near })).filters.near !== null;

/** The filters of the list as JSON, under the names of its parameters. An unknown one would widen the alert. */
export const alertFiltersSchema = z
  .strictObject({
    q: z.optional(z.string()),
    ...(mapCodeFilters((codes) => z.optional(z.array(z.enum(codes)))) as unknown as {
      [filter in CodeFilter]: z.ZodMiniOptional<z.ZodMiniType<CodeOf<filter>[]>>;
    }),
    ...mapFlags(() => flag),
    county: z.optional(z.nullable(z.enum(COUNTY_CODES))),
    min: lei,
    max: lei,
    near: z.optional(z.nullable(z.string().check(z.refine(isLocation, { error: "invalid" })))),
    radius: z.optional(z.number().check(z.gte(RADIUS.min), z.lte(RADIUS.max))),
  })
  .register(z.globalRegistry, { id: "AlertFilters" });
export type AlertFiltersJson = z.output<typeof alertFiltersSchema>;

/** POST /api/alerts: guests give an address. `exact` keeps phrases of `q` as words. */
export const alertCallSchema = z.extend(alertSchema, {
  filters: alertFiltersSchema,
  exact: z._default(z.boolean(), false),
  email: z.optional(emailField),
  [APP_CHECK_FIELD]: z.optional(z.string()),
});

/** PATCH /api/alerts/{id}. */
export const alertChangeSchema = z.object({
  frequency: z.optional(z.enum(ALERT_FREQUENCIES)),
  paused: z.optional(z.boolean()),
});

const alertJsonSchema = z
  .object({
    _id: z.string(),
    filters: alertFiltersSchema,
    frequency: z.enum(ALERT_FREQUENCIES),
    paused: z.boolean(),
    created_ts: timestampSchema,
  })
  .register(z.globalRegistry, { id: "Alert" });
export type AlertJson = z.output<typeof alertJsonSchema>;

export const alertResponseSchema = contentSchema(alertJsonSchema);
export const alertListResponseSchema = z.object({ content: z.array(alertJsonSchema), next: z.null() });
/** A guest's alert waits for the confirmation by mail. The same for every address. */
export const pendingAlertResponseSchema = contentSchema(z.object({ confirmed: z.literal(false) }));
