import { Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { paths } from "@/shared/paths";
import { calendarRoutes } from "./appointments/calendar-routes";
import { confirmRoutes } from "./confirmation/confirm-routes";
import { guestLinkRoutes } from "./confirmation/guest-link-routes";
import { pendingRoutes } from "./confirmation/pending-routes";
import { adoptGuestEnquiries } from "./guests/adopt-guest-enquiries";
import { chooseBox, countWaiting, findTeacherFigures, listInbox } from "./inbox/conversation-list";
import { InboxPage } from "./inbox/inbox-page";
import { listBlocked } from "./inbox/list-blocked";
import { offerRoutes } from "./offers/offer-routes";
import { parentRoutes } from "./parents/parent-routes";
import { enquireRoutes } from "./sending/enquire-routes";
import { severalRoutes } from "./several/several-routes";
import { listingsLinkRoutes } from "./silence/listings-link-routes";
import { appointmentRoutes } from "./thread-page/appointment-routes";
import { threadRoutes } from "./thread-page/thread-routes";
import { conversationReportRoutes } from "./threads/conversation-report-routes";

export const enquiryRoutes = new Hono<AppEnv>();

enquiryRoutes.route("/", enquireRoutes);
// Before /enquiries/:id.
enquiryRoutes.route("/", severalRoutes);
enquiryRoutes.route("/", confirmRoutes);
enquiryRoutes.route("/", listingsLinkRoutes);
enquiryRoutes.route("/", pendingRoutes);
enquiryRoutes.route("/", guestLinkRoutes);
enquiryRoutes.route("/", offerRoutes);
enquiryRoutes.route("/", threadRoutes);
enquiryRoutes.route("/", conversationReportRoutes);
enquiryRoutes.route("/", parentRoutes);
enquiryRoutes.route("/", appointmentRoutes);
enquiryRoutes.route("/", calendarRoutes);

enquiryRoutes.get(paths.inbox(), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const box = chooseBox(user, c.req.query("box"));
  await adoptGuestEnquiries(ctx, user);
  const [inbox, figures, waiting, blocked] = await Promise.all([
    listInbox(ctx, user, { box, after: c.req.query("after"), before: c.req.query("before") }),
    findTeacherFigures(ctx, user),
    countWaiting(ctx, user),
    listBlocked(ctx, user),
  ]);
  const head = { title: ctx.t("enquiries.inbox.heading"), canonical: paths.inbox() };
  const page = (
    <InboxPage box={box} inbox={inbox} figures={figures} waiting={waiting} blocked={blocked} now={ctx.now} />
  );
  return renderPage(c, head, page);
});
