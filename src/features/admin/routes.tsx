import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { countFollowUp } from "@/features/follow-up";
import { retryMail } from "@/features/mail";
import { countReportedListings } from "@/features/moderation";
import { countReviewQueues } from "@/features/reviews";
import { countPendingTestimonials } from "@/features/testimonials";
import { countPendingVerifications } from "@/features/verifications";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { paths } from "@/shared/paths";
import { AdminHomePage } from "./admin-home-page";
import { getDayNumbers } from "./day-numbers";
import { MailPage } from "./mail-page";
import { countOpenTasks, listUndeliveredMails } from "./queries";

/** `adminGate` (src/http/admin-gate.ts) protects these routes. */
export const adminRoutes = new Hono<AppEnv>();

adminRoutes.get(paths.admin(), async (c) => {
  const { ctx } = c.var;
  const head = { title: ctx.t("admin.home.heading"), noindex: true };
  const [tasks, numbers, followUp, testimonials, verifications, reported, reviews] = await Promise.all([
    countOpenTasks(ctx),
    getDayNumbers(ctx),
    countFollowUp(ctx),
    countPendingTestimonials(ctx),
    countPendingVerifications(ctx),
    countReportedListings(ctx),
    countReviewQueues(ctx),
  ]);
  const view = { tasks, numbers, followUp, testimonials, verifications, reported, reviews };
  return renderPage(c, head, <AdminHomePage view={view} />);
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
