import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { isCrossSite } from "@/http/csrf";
import { renderPage } from "@/http/render";
import { type FormFields, idParam, readForm } from "@/http/requests";
import { explainRefusal, seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { confirmEnquiry } from "../guests/confirm-enquiry";
import { forgetGuest } from "../guests/erase-guest-data";
import { FORGET, GuestLinkPage, type GuestLinkState, type UnsentText } from "../guests/guest-link-page";
import {
  findGuestEnquiry,
  findOwnEnquiry,
  type GuestEnquiry,
  messagesOf,
  type SeenEnquiry,
} from "../queries";
import { type RefusedForm, refusedFormProps, renderSignInToSend } from "../sending/enquire-routes";
import { markRead } from "./mark-read";
import { sendMessage } from "./send-message";
import { setEnquiryState } from "./set-enquiry-state";
import { ThreadPage } from "./thread-page";

/** Conversations: by a guest's mailed link, whose address holds a token, or by an account. */
export const threadRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

threadRoutes.get(paths.enquiry(":id"), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const token = c.req.query("token");
  if (token === undefined) return ownThread(c, id);
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (enquiry) return enquiry.unconfirmed ? askPage(c, enquiry, token) : threadPage(c, enquiry, { token });
  return (await isOwn(c, id)) ? ownThread(c, id) : overPage(c, id);
});

threadRoutes.post(paths.enquiry(":id"), async (c) => {
  const { ctx } = c.var;
  const id = idParam(c);
  const form = await readForm(c);
  const token = form.text("token") || c.req.query("token");
  if (!token) return writeWithAccount(c, id, form);
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (!enquiry) return withoutLink(c, id, form);
  if (form.text("intent") === FORGET) return forget(c, id, token);
  // The confirming button sends no message; pressed twice, it leads on as it did the first time.
  if (enquiry.unconfirmed || !form.has("message")) return confirm(c, enquiry, token);

  const message = form.text("message");
  const sent = await sendMessage(ctx, id, { message, token, once: form.text("once") });
  if (sent.ok) return seeOther(c, paths.enquiry(id, { token, done: "answered" }));
  return threadPage(c, enquiry, { token, failed: { refusal: sent.refusal, values: { message } } });
});

/** Handles a form sent with an expired link: its message must not be lost. */
async function withoutLink(c: C, id: string, form: FormFields) {
  const words = form.has("message") ? { message: form.text("message"), once: form.text("once") } : null;
  if (await isOwn(c, id)) return words ? writeWithAccount(c, id, form) : ownThread(c, id);
  // Rejects cross-site posts: the visitor did not write the message.
  if (words && isCrossSite(c)) throw new Refused({ code: "forbidden", reason: "cross_site" });
  return overPage(c, id, words);
}

/** Whether the visitor's account takes part; a guest enquiry may have moved to an account since. */
async function isOwn(c: C, id: string): Promise<boolean> {
  const { ctx } = c.var;
  return ctx.user !== null && (await findOwnEnquiry(ctx, ctx.user, id)) !== null;
}

async function confirm(c: C, enquiry: GuestEnquiry, token: string) {
  const confirmed = await confirmEnquiry(c.var.ctx, enquiry.id, token);
  if (confirmed.ok) return seeOther(c, paths.enquiry(enquiry.id, { token, done: "confirmed" }));
  return askPage(c, enquiry, token, confirmed.refusal);
}

async function forget(c: C, id: string, token: string) {
  const forgotten = await forgetGuest(c.var.ctx, id, token);
  return forgotten.ok ? linkPage(c, { kind: "forgotten" }) : overPage(c, id);
}

/** Shows a guest's message with the button that confirms it. */
async function askPage(c: C, enquiry: GuestEnquiry, token: string, refusal?: Refusal) {
  const messages = await messagesOf(c.var.ctx, enquiry.id);
  const refused = refusal ? explainRefusal(c, refusal) : null;
  const status = refusal ? ERROR_STATUS[refusal.code] : 200;
  return linkPage(c, { kind: "asks", enquiry, messages, token, refused }, status);
}

/** A link that opens nothing (any more), with the words that were to go by it. */
const overPage = (c: C, id: string, words: UnsentText | null = null) =>
  linkPage(c, { kind: "over", id, words }, ERROR_STATUS.malformed);

const TITLES = {
  asks: "enquiries.confirm.heading",
  over: "enquiries.link.overHeading",
  forgotten: "enquiries.forget.doneHeading",
} as const;

const linkPage = (c: C, state: GuestLinkState, status = 200) =>
  renderPage(
    c,
    { title: c.var.ctx.t(TITLES[state.kind]), secret: true },
    <GuestLinkPage state={state} />,
    status,
  );

/** A message that came without a guest's token. */
export async function writeWithAccount(c: C, id: string, form: FormFields) {
  const { ctx } = c.var;
  const [message, once] = [form.text("message"), form.text("once")];
  if (!ctx.user) {
    if (isCrossSite(c)) throw new Refused({ code: "forbidden", reason: "cross_site" });
    return renderSignInToSend(c, { action: paths.enquiry(id), message, once });
  }
  const result = await sendMessage(ctx, id, { message, once });
  if (result.ok) return seeOther(c, paths.enquiry(id, { done: "answered" }));
  return ownThread(c, id, { refusal: result.refusal, values: { message } });
}

threadRoutes.post(paths.enquiryState(":id"), async (c) => {
  const id = idParam(c);
  requireUser(c.var.ctx);
  const result = await setEnquiryState(c.var.ctx, id, { state: (await readForm(c)).text("state") });
  if (!result.ok) throw new Refused(result.refusal);
  return seeOther(c, paths.enquiry(id, { done: "filed" }));
});

/** A conversation for a user who takes part by their account. */
export async function ownThread(c: C, id: string, failed?: RefusedForm) {
  const { ctx } = c.var;
  const enquiry = await findOwnEnquiry(ctx, requireUser(ctx), id);
  if (!enquiry) throw new Refused({ code: "not_found" });
  return threadPage(c, enquiry, { failed });
}

/** A conversation as its reader sees it. `token` is the one that a guest came with. */
export async function threadPage(
  c: C,
  enquiry: SeenEnquiry,
  { token, failed }: { token?: string; failed?: RefusedForm | undefined } = {},
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
      {...refusedFormProps(c, failed)}
    />,
    failed ? ERROR_STATUS[failed.refusal.code] : 200,
  );
}
