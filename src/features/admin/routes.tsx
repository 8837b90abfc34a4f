import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { retryMail } from "@/features/mail";
import { refusalResponse } from "@/http/errors";
import { readTaskOrigin } from "@/http/read-task-origin";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { paths } from "@/shared/paths";
import { AdminHomePage } from "./admin-home-page";
import { countQueues } from "./count-queues";
import { getDayNumbers } from "./day-numbers";
import { listMails } from "./mails/list-mails";
import { MailPage } from "./mails/mail-page";
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
  const to = (c.req.query("to") ?? "").trim().toLowerCase();
  const view = {
    found: await listMails(ctx, { to, after }),
    to,
    retried: c.req.query("done") === "retried",
    first: !after,
  };
  return renderPage(c, { title: ctx.t("admin.mail.heading"), noindex: true }, <MailPage view={view} />);
});

adminRoutes.post(paths.adminMailRetry(":id"), async (c) => {
  const result = await retryMail(c.var.ctx, idParam(c));
  const query = { done: "retried", to: c.req.query("to"), ...readTaskOrigin(c) };
  return result.ok ? seeOther(c, paths.adminMail(query)) : refusalResponse(c, result.refusal);
});
