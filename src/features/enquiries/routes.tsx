import type { Context } from "hono";
import { Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { findVisibleListing } from "@/features/listings";
import { seeOther } from "@/http/answers";
import { readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { errorTexts, refusalText } from "@/ui/form";
import { EnquirePage } from "./enquire-page";
import { BOXES, type Box, readInbox } from "./inbox";
import { InboxPage } from "./inbox-page";
import { markRead } from "./mark-read";
import { teacherName } from "./names";
import { findEarlierEnquiry, findOwnEnquiry, messagesOf } from "./queries";
import { sendEnquiry } from "./send-enquiry";
import { sendMessage } from "./send-message";
import { setEnquiryState } from "./set-enquiry-state";
import { SignedOutPage, type SignedOutPageProps } from "./signed-out-page";
import { ThreadPage } from "./thread-page";

export const enquiryRoutes = new Hono<AppEnv>();

/** What a form could not do, as its page shows it again: the words, what was typed, the status. */
type Failed = { refusal: Refusal; message: string };

enquiryRoutes.get(paths.enquire(":id"), (c) => enquirePage(c, idParam(c)));

enquiryRoutes.post(paths.enquire(":id"), async (c) => {
  const listingId = idParam(c);
  const { ctx } = c.var;
  const form = await readForm(c);
  const message = form.text("message");
  if (!ctx.user)
    return signedOutPage(c, { action: paths.enquire(listingId), message, once: form.text("once") });
  const result = await sendEnquiry(ctx, listingId, { message, once: form.text("once") });
  if (result.ok) return seeOther(c, paths.enquiry(result.value.id, { done: "sent" }));
  return enquirePage(c, listingId, { refusal: result.refusal, message });
});

async function enquirePage(c: Context<AppEnv>, listingId: string, failed?: Failed) {
  const { ctx } = c.var;
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) throw new Refused({ code: "not_found" });
  // One's own listing has nobody to write to.
  if (listing.ownerId === ctx.user?.id) throw new Refused({ code: "forbidden", reason: "own_listing" });
  const earlier = failed ? null : await findEarlierEnquiry(ctx, listingId);
  const head = { title: ctx.t("enquiries.form.title"), canonical: paths.listing(listingId), noindex: true };
  return renderPage(
    c,
    head,
    <EnquirePage
      listing={{ title: listing.title, teacher: teacherName(listing.owner) }}
      listingId={listingId}
      once={ctx.newId()}
      earlier={earlier}
      {...shownAgain(c, failed)}
    />,
    failed ? ERROR_STATUS[failed.refusal.code] : 200,
  );
}

enquiryRoutes.get(paths.inbox(), async (c) => {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const asked = c.req.query("box") as Box;
  const box = user.role === "u" ? "sent" : BOXES.includes(asked) ? asked : "received";
  const inbox = await readInbox(ctx, user, {
    box,
    after: c.req.query("after"),
    before: c.req.query("before"),
  });
  const head = { title: ctx.t("enquiries.inbox.heading"), canonical: paths.inbox() };
  return renderPage(c, head, <InboxPage box={box} inbox={inbox} />);
});

enquiryRoutes.get(paths.enquiry(":id"), (c) => threadPage(c, idParam(c)));

enquiryRoutes.post(paths.enquiry(":id"), async (c) => {
  const id = idParam(c);
  const message = (await readForm(c)).text("message");
  if (!c.var.ctx.user) return signedOutPage(c, { action: paths.enquiry(id), message });
  const result = await sendMessage(c.var.ctx, id, { message });
  if (result.ok) return seeOther(c, paths.enquiry(id, { done: "answered" }));
  return threadPage(c, id, { refusal: result.refusal, message });
});

enquiryRoutes.post(paths.enquiryState(":id"), async (c) => {
  const id = idParam(c);
  requireUser(c.var.ctx);
  const result = await setEnquiryState(c.var.ctx, id, { state: (await readForm(c)).text("state") });
  if (!result.ok) throw new Refused(result.refusal);
  return seeOther(c, paths.enquiry(id, { done: "filed" }));
});

async function threadPage(c: Context<AppEnv>, id: string, failed?: Failed) {
  const { ctx } = c.var;
  const user = requireUser(ctx);
  const [enquiry, messages] = await Promise.all([findOwnEnquiry(ctx, user, id), messagesOf(ctx, id)]);
  if (!enquiry) throw new Refused({ code: "not_found" });
  await markRead(ctx, enquiry);
  const asked = c.req.query("done") ?? "";
  const done = !failed && ctx.t.has(`enquiries.done.${asked}`) ? asked : null;
  const other = enquiry.side === "teacher" ? enquiry.names.learner : enquiry.names.teacher;
  return renderPage(
    c,
    { title: ctx.t("enquiries.thread.title", { name: other }), noindex: true },
    <ThreadPage enquiry={enquiry} messages={messages} done={done} {...shownAgain(c, failed)} />,
    failed ? ERROR_STATUS[failed.refusal.code] : 200,
  );
}

const signedOutPage = (c: Context<AppEnv>, props: SignedOutPageProps) =>
  renderPage(c, { title: c.var.ctx.t("enquiries.signedOut.title") }, <SignedOutPage {...props} />, 401);

/** A form that failed, with what was typed; sets Retry-After where waiting helps. */
function shownAgain(c: Context<AppEnv>, failed: Failed | undefined) {
  if (!failed) return {};
  const { refusal, message } = failed;
  if (refusal.code === "not_found") throw new Refused(refusal);
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  const { t } = c.var.ctx;
  const refused = refusal.code === "invalid" ? null : refusalText(t, refusal);
  return { values: { message }, errors: errorTexts(t, refusal.fields), refused };
}
