import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { toDay } from "@/shared/dates";
import { getOrThrow } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { MONEY_PERIOD, periodSchema } from "@/shared/schemas/analytics";
import { validate } from "@/shared/schemas/field-errors";
import { getMoneySummary } from "./get-money-summary";

const bani = z.int();
const amounts = { taken: bani, refunded: bani, disputed: bani };

const moneySummaryJsonSchema = z
  .object({
    ...amounts,
    fees: z.nullable(bani),
    net: bani,
    vat: bani,
    packages: z.array(z.object({ package: z.string(), orders: z.int().check(z.nonnegative()), ...amounts })),
  })
  .register(z.globalRegistry, { id: "MoneySummary" });

const day = z.optional(z.iso.date());

export const paymentsAdminApi = new Hono<AppEnv>();

declareCall(paymentsAdminApi, {
  method: "GET",
  path: paths.apiAdminMoney(),
  tag: "orders",
  summary: "Get the money of a period",
  description:
    "For admins. Amounts in bani, VAT included, by day in Bucharest time, as in the invoices: each payment, refund and lost dispute counts on its own day. Stripe’s fee for a dispute counts on the day on which the dispute was opened. `net` is `taken` minus `refunded`, `disputed` and `fees`; `vat` is the VAT of `taken` minus `refunded` and `disputed`.",
  access: "admin",
  rawQuery: {
    from: day.check(z.describe("First day. Default: the first day of the month of `to`.")),
    to: day.check(z.describe("Last day. Default: today. At most ten years after the first.")),
  },
  responses: {
    200: {
      description: "The totals, and those of each package with money in the period.",
      schema: z.object({ content: moneySummaryJsonSchema }),
    },
    422: "A date is invalid, the last day is before the first, or the range exceeds ten years.",
  },
  async handler({ c, ctx }) {
    const period = getOrThrow(validate(periodSchema(toDay(ctx.now), MONEY_PERIOD), c.req.query()));
    const { taken, refunded, disputed, fees, net, vat, packages } = await getMoneySummary(ctx, period);
    return {
      content: {
        taken,
        refunded,
        disputed,
        fees,
        net,
        vat,
        packages: packages.map((one) => ({
          package: one.package,
          orders: one.orders,
          taken: one.taken,
          refunded: one.refunded,
          disputed: one.disputed,
        })),
      },
    };
  },
});
