import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { type FormFields, readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { isCrossSite } from "@/http/same-origin";
import { ERROR_STATUS, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { type FailedEnquiry, shownAgain, signedOutPage } from "./form-routes";
import { markRead } from "./mark-read";
import { findOwnEnquiry, messagesOf, type SeenEnquiry } from "./queries";
import { sendMessage } from "./send-message";
import { setEnquiryState } from "./set-enquiry-state";
import { ThreadPage } from "./thread-page";

/** Actions of a teacher on a conversation, other than writing. */
export const threadRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** A message that came without a guest's token. */
export async function writeWithAccount(c: C, id: string, form: FormFields) {
  const { ctx } = c.var;
  const [message, once] = [form.text("message"), form.text("once")];
  if (!ctx.user) {
    if (isCrossSite(c)) throw new Refused({ code: "forbidden", reason: "cross_site" });
    return signedOutPage(c, { action: paths.enquiry(id), message, once });
  }
  const result = await sendMessage(ctx, id, { message, once });
  if (result.ok) return seeOther(c, paths.enquiry(id, { done: "answered" }));
  return ownThread(c, id, { refusal: result.refusal, typed: { message } });
}

threadRoutes.post(paths.enquiryState(":id"), async (c) => {
  const id = idParam(c);
  requireUser(c.var.ctx);
  const result = await setEnquiryState(c.var.ctx, id, { state: (await readForm(c)).text("state") });
  if (!result.ok) throw new Refused(result.refusal);
  return seeOther(c, paths.enquiry(id, { done: "filed" }));
});

/** A conversation for a user who takes part by their account. */
export async function ownThread(c: C, id: string, failed?: FailedEnquiry) {
  const { ctx } = c.var;
  const enquiry = await findOwnEnquiry(ctx, requireUser(ctx), id);
  if (!enquiry) throw new Refused({ code: "not_found" });
  return threadPage(c, enquiry, { failed });
}

/** A conversation as its reader sees it. `token` is the one that a guest came with. */
export async function threadPage(
  c: C,
  enquiry: SeenEnquiry,
  { token, failed }: { token?: string; failed?: FailedEnquiry | undefined } = {},
) {
  const { ctx } = c.var;
  const messages = await messagesOf(ctx, enquiry.id);
  await markRead(ctx, enquiry);
  const asked = c.req.query("done") ?? "";
  const done = !failed && ctx.t.has(`enquiries.done.${asked}`) ? asked : null;
  const other = enquiry.side === "teacher" ? enquiry.names.learner : enquiry.names.teacher;
  return renderPage(
    c,
    { title: ctx.t("enquiries.thread.title", { name: other }), noindex: true, secret: token !== undefined },
    <ThreadPage
      enquiry={enquiry}
      messages={messages}
      once={ctx.newId()}
      token={token ?? null}
      done={done}
      {...shownAgain(c, failed)}
    />,
    failed ? ERROR_STATUS[failed.refusal.code] : 200,
  );
}
