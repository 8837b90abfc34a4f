import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { readForm } from "@/http/forms";
import { renderPage } from "@/http/render";
import { tellRefusal } from "@/http/tell-refusal";
import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { changeEmail } from "./change-email";
import { type MailedDeed, MailedLinkPage, type MailedLinkState } from "./mailed-link-page";
import { invalidToken } from "./one-time-token";
import { reactivate } from "./reactivate";
import { resendVerification } from "./resend-verification";
import { verifyEmail } from "./verify-email";
import { VerifyEmailPage, type VerifyEmailState } from "./verify-email-page";

/** What mailed links open, but for a new password: each page asks before it acts. */
export const mailedLinkRoutes = new Hono<AppEnv>();

mailedLinkRoutes.get(paths.verifyEmail(), (c) => {
  const token = c.req.query("token");
  return verifyEmailPage(c, token ? { kind: "asks", token } : { kind: restingState(c) });
});

mailedLinkRoutes.post(paths.verifyEmail(), async (c) => {
  const form = await readForm(c);
  const result = await verifyEmail(c.var.ctx, form.text("token"));
  // A link that was used tells nothing new to whoever is signed in and has confirmed.
  if (result.ok || c.var.ctx.user?.emailVerified) return seeOther(c, paths.verifiedEmail());
  return verifyEmailPage(c, { kind: "refused" }, ERROR_STATUS[result.refusal.code]);
});

mailedLinkRoutes.get(paths.verifiedEmail(), (c) => verifyEmailPage(c, { kind: "done" }));

mailedLinkRoutes.post(paths.resendVerification(), async (c) => {
  const result = await resendVerification(c.var.ctx);
  if (result.ok) return seeOther(c, paths.verifyEmail({ sent: true }));
  const message = tellRefusal(c, result.refusal);
  return verifyEmailPage(c, { kind: "limited", message }, ERROR_STATUS[result.refusal.code]);
});

/** What the page says to somebody who came without a link. */
function restingState(c: Context<AppEnv>): "done" | "sent" | "waiting" {
  const { user } = c.var.ctx;
  if (user?.emailVerified) return "done";
  return user && c.req.query("sent") ? "sent" : "waiting";
}

function verifyEmailPage(c: Context<AppEnv>, state: VerifyEmailState, status = 200) {
  const head = { title: c.var.ctx.t("accounts.verify.title"), canonical: paths.verifyEmail(), noindex: true };
  return renderPage(c, head, <VerifyEmailPage state={state} email={c.var.ctx.user?.email ?? null} />, status);
}

for (const { deed, act } of [
  { deed: "reactivate", act: reactivate },
  { deed: "changeEmail", act: changeEmail },
] as const) {
  const page = paths[deed];

  mailedLinkRoutes.get(page(), (c) => {
    const token = c.req.query("token");
    if (token) return mailedLinkPage(c, deed, { kind: "asks", token });
    if (c.req.query("done")) return mailedLinkPage(c, deed, { kind: "done" });
    return mailedLinkPage(c, deed, { kind: "refused", message: tellRefusal(c, invalidToken().refusal) }, 400);
  });

  mailedLinkRoutes.post(page(), async (c) => {
    const form = await readForm(c);
    const result = await act(c.var.ctx, form.text("token"));
    if (result.ok) return seeOther(c, page({ done: true }));
    const message = tellRefusal(c, result.refusal);
    return mailedLinkPage(c, deed, { kind: "refused", message }, ERROR_STATUS[result.refusal.code]);
  });
}

function mailedLinkPage(c: Context<AppEnv>, deed: MailedDeed, state: MailedLinkState, status = 200) {
  const head = { title: c.var.ctx.t(`accounts.${deed}.title`), canonical: paths[deed](), noindex: true };
  return renderPage(c, head, <MailedLinkPage deed={deed} state={state} />, status);
}
