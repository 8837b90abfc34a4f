import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { findMediaType, idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, getOrThrow, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { listWithdrawableOrders } from "../purchases/own-orders";
import { findWithdrawal } from "./find-withdrawal";
import { sendWithdrawalLink } from "./send-withdrawal-link";
import { withdrawOrder } from "./withdraw-order";
import { WithdrawalPage } from "./withdrawal-page";
import { WithdrawalsPage, type WithdrawalsView } from "./withdrawals-page";

/** The withdrawal from a contract, in two steps; without an account by a mailed link. */
export const withdrawalRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

withdrawalRoutes.get(paths.withdrawals(), routeOptions({ sitemap: {} }), (c) =>
  showWithdrawals(c, {
    typed: { order: c.req.query("order") ?? "", email: "" },
    isSent: c.req.query("sent") !== undefined,
  }),
);

withdrawalRoutes.post(paths.withdrawals(), async (c) => {
  const form = await readForm(c);
  const typed = { order: form.text("order"), email: form.text("email") };
  const sent = await sendWithdrawalLink(c.var.ctx, typed);
  return sent.ok
    ? seeOther(c, paths.withdrawals({ sent: true }))
    : showWithdrawals(c, { typed, isSent: false }, sent.refusal);
});

async function showWithdrawals(
  c: C,
  form: Pick<WithdrawalsView, "typed" | "isSent">,
  refusal?: Refusal,
): Promise<Response> {
  const { ctx } = c.var;
  const orders = ctx.user ? await listWithdrawableOrders(ctx) : null;
  const head = { title: ctx.t("promotions.withdrawals.heading"), canonical: paths.withdrawals() };
  const view = { orders, ...form, ...explainFormRefusal(c, refusal) };
  return renderPage(c, head, <WithdrawalsPage view={view} />, toFormStatus(refusal));
}

withdrawalRoutes.get(paths.withdrawOrder(":id"), (c) => showWithdrawal(c, c.req.query("token")));

withdrawalRoutes.post(paths.withdrawOrder(":id"), async (c) => {
  const id = idParam(c);
  // The form of a signed-in buyer has no fields, so a request without a body is one too.
  const token = findMediaType(c) === null ? undefined : (await readForm(c)).text("token") || undefined;
  const withdrawn = await withdrawOrder(c.var.ctx, id, token);
  if (withdrawn.ok) return seeOther(c, paths.withdrawOrder(id, { token }));
  const { refusal } = withdrawn;
  return refusal.code === "conflict" ? showWithdrawal(c, token, refusal) : refusalResponse(c, refusal);
});

/** @throws Refused not_found for another user's order or an invalid link */
async function showWithdrawal(c: C, token: string | undefined, refusal?: Refusal): Promise<Response> {
  const { ctx } = c.var;
  const withdrawal = getOrThrow(await findWithdrawal(ctx, idParam(c), token));
  const head = { title: ctx.t("promotions.withdrawal.title"), noindex: true, secret: token !== undefined };
  const refused = refusal ? ctx.t("promotions.withdrawal.refused") : null;
  const page = <WithdrawalPage withdrawal={withdrawal} token={token} refused={refused} />;
  return renderPage(c, head, page, refusal ? ERROR_STATUS[refusal.code] : 200);
}
