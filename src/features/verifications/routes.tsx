import { type Context, Hono } from "hono";
import { isTeacherOrAdmin, requireTeacher } from "@/auth/access";
import type { AppEnv } from "@/context";
import { DEFAULT_MAX_BODY_BYTES, MAX_DOCUMENTS_BODY_BYTES } from "@/http/body-limit";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { VERIFICATION_KINDS } from "@/shared/codes";
import { ERROR_STATUS, getOrThrow, Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { listUserVerifications } from "./queries";
import { submitVerificationForm } from "./requests/submit-verification-form";
import { VERIFICATION_DONE, VerificationPage, type VerificationView } from "./requests/verification-page";
import { withdrawVerification } from "./requests/withdraw-verification";

export const verificationsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

verificationsRoutes.get(paths.verification(), (c) => {
  const done = VERIFICATION_DONE.find((value) => value === c.req.query("done")) ?? null;
  return showPage(c, { done, form: null });
});

const DOCUMENTS_FORM = routeOptions({
  maxBody: ({ user, hasFiles }) =>
    isTeacherOrAdmin(user) && hasFiles ? MAX_DOCUMENTS_BODY_BYTES : DEFAULT_MAX_BODY_BYTES,
  tooLarge: ({ user }) =>
    user ? { code: "too_large", reason: "documents_too_large" } : { code: "unauthenticated" },
});

verificationsRoutes.post(paths.verification(), DOCUMENTS_FORM, async (c) => {
  const { ctx } = c.var;
  requireTeacher(ctx);
  const form = await readForm(c);
  const kind = VERIFICATION_KINDS.find((code) => code === form.text("kind"));
  if (!kind) throw new Refused({ code: "malformed" });
  const proves = form.text("proves");
  const uploaded = form.all("path").map((path) => ({ path, name: form.text(`name.${path}`) || path }));
  const { result, stored } = await submitVerificationForm(ctx, {
    kind,
    proves,
    uploaded,
    files: form.files("files"),
  });
  if (result.ok) return seeOther(c, paths.verification({ done: "sent" }));
  const { refusal } = result;
  const view = { kind, proves, stored, ...explainFormRefusal(c, refusal) };
  return showPage(c, { done: null, form: view }, ERROR_STATUS[refusal.code]);
});

verificationsRoutes.post(paths.withdrawVerification(":id"), async (c) => {
  const { withdrawn } = getOrThrow(await withdrawVerification(c.var.ctx, idParam(c)));
  return seeOther(c, paths.verification({ done: withdrawn === "request" ? "withdrawn" : "removed" }));
});

async function showPage(c: C, view: Pick<VerificationView, "done" | "form">, status = 200) {
  const { ctx } = c.var;
  const user = requireTeacher(ctx);
  const { id } = user;
  const { rows: verifications } = await listUserVerifications(ctx, id);
  const head = { title: ctx.t("verifications.title"), noindex: true };
  const page = (
    <VerificationPage
      view={{ ...view, userId: id, fullName: formatFullName(user), verifications, now: ctx.now }}
    />
  );
  return renderPage(c, head, page, status);
}
