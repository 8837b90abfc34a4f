import type { Context } from "hono";
import type { AppEnv } from "@/context";
import { type Period, toDay } from "@/shared/dates";
import type { Result } from "@/shared/errors";
import { periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { parseTypedDay } from "@/shared/typed-dates";

/** The period of the query: two days (`from`, `to`), in ISO format or in the page's language. */
export function readPeriod(c: Context<AppEnv>, options?: Parameters<typeof periodSchema>[1]): Result<Period> {
  const { locale, now } = c.var.ctx;
  const typed = (name: string) => {
    const text = c.req.query(name);
    return text === undefined ? undefined : (parseTypedDay(text, locale) ?? text);
  };
  return validate(periodSchema(toDay(now), options), { from: typed("from"), to: typed("to") });
}
