import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { creditOutage, previewOutageCredit } from "@/features/promotions";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { parseLocalTime } from "@/shared/dates";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { toLocalTime } from "@/shared/typed-dates";
import {
  CREDIT_STEPS,
  OutageCreditPage,
  type OutageCreditView,
  type TypedCredit,
} from "./outage-credit-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const outageCreditRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const EMPTY: TypedCredit = { from: "", to: "", days: "", reason: "" };

outageCreditRoutes.get(paths.adminOutageCredit(), (c) =>
  renderCredit(c, { done: parseWholeNumber(c.req.query("done") ?? "") || null }),
);

/** The first step shows what the credit does; the second one credits. Both check the form. */
outageCreditRoutes.post(paths.adminOutageCredit(), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const typed = {
    from: form.text("from"),
    to: form.text("to"),
    days: form.text("days"),
    reason: form.text("reason"),
  };
  const step = form.text("step");
  if (step === CREDIT_STEPS.change) return renderCredit(c, { typed });
  const parseMoment = (text: string) => parseLocalTime(toLocalTime(text, ctx.locale)) ?? text.trim();
  const input = {
    from: parseMoment(typed.from),
    to: parseMoment(typed.to),
    days: parseWholeNumber(typed.days.trim()),
    reason: typed.reason,
  };

  const key = form.text("key");
  if (step === CREDIT_STEPS.confirm && ID_PATTERN.test(key)) {
    const credited = await creditOutage(ctx, input, key);
    return credited.ok
      ? seeOther(c, paths.adminOutageCredit({ done: credited.value.count }))
      : renderRefusal(c, typed, credited.refusal);
  }
  const previewed = await previewOutageCredit(ctx, input);
  if (!previewed.ok) return renderRefusal(c, typed, previewed.refusal);
  return previewed.value.count === 0
    ? renderCredit(c, { typed, message: ctx.t("payments-admin.outageCredit.none") })
    : renderCredit(c, { typed, confirm: { ...previewed.value, key: ctx.newId() } });
});

function renderRefusal(c: C, typed: TypedCredit, refusal: Refusal) {
  return renderCredit(c, { typed, ...explainFormRefusal(c, refusal) }, ERROR_STATUS[refusal.code]);
}

function renderCredit(c: C, view: Partial<OutageCreditView>, status = 200) {
  const head = { title: c.var.ctx.t("payments-admin.outageCredit.heading"), noindex: true };
  const full = { typed: EMPTY, errors: {}, message: null, done: null, confirm: null, ...view };
  return renderPage(c, head, <OutageCreditPage view={full} />, status);
}
