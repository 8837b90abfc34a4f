import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { retryMail } from "@/features/mail";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { paths } from "@/shared/paths";
import { AdminHomePage } from "./admin-home-page";
import { countQueues } from "./count-queues";
import { getDayNumbers } from "./day-numbers";
import { MailPage } from "./mail-page";
import { listUndeliveredMails } from "./queries";
import { searchAll } from "./search/search-all";
import { AdminSearchPage } from "./search/search-page";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const adminRoutes = new Hono<AppEnv>();

adminRoutes.get(paths.admin(), async (c) => {
  const { ctx } = c.var;
  const head = { title: ctx.t("admin.home.heading"), noindex: true };
  const [counts, numbers] = await Promise.all([countQueues(ctx), getDayNumbers(ctx)]);
  return renderPage(c, head, <AdminHomePage view={{ ...counts, numbers }} />);
});

adminRoutes.get(paths.adminSearch(), async (c) => {
  const { ctx } = c.var;
  const q = (c.req.query("q") ?? "").trim().slice(0, 200);
  const found = await searchAll(ctx, q);
  const head = { title: ctx.t("admin.search.heading"), noindex: true };
  return renderPage(c, head, <AdminSearchPage q={q} found={found} now={ctx.now} />);
});

adminRoutes.get(paths.adminMail(), async (c) => {
  const { ctx } = c.var;
  const after = c.req.query("after");
  const undelivered = await listUndeliveredMails(ctx, after);
  const head = { title: ctx.t("admin.mail.heading"), noindex: true };
  const retried = c.req.query("done") === "retried";
  return renderPage(c, head, <MailPage undelivered={undelivered} retried={retried} first={!after} />);
});

adminRoutes.post(paths.adminMailRetry(":id"), async (c) => {
  const result = await retryMail(c.var.ctx, idParam(c));
  return result.ok ? seeOther(c, paths.adminMail({ done: "retried" })) : refusalResponse(c, result.refusal);
});
