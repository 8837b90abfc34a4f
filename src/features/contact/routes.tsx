import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ContactPage, ContactSentPage, type ContactView } from "./contact-page";
import { sendContactMessage } from "./send-contact-message";

export const contactRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Values of `?done=`, after the form was sent: with or without a copy to the sender. */
const COPIED = "copied";
const SENT = "sent";

contactRoutes.get(paths.contact(), routeOptions({ sitemap: {} }), (c) => {
  const { ctx } = c.var;
  const done = c.req.query("done");
  if (done === COPIED || done === SENT) {
    const head = { title: ctx.t("contact.done.title"), noindex: true };
    return renderPage(c, head, <ContactSentPage isCopied={done === COPIED} />);
  }
  const { user } = ctx;
  const values = {
    name: user && (user.firstName || user.lastName) ? formatFullName(user) : "",
    email: user?.email ?? "",
    subject: "",
    message: "",
  };
  return renderContactPage(c, { values, errors: {}, message: null });
});

/** Another site could make the browser send this form without the visitor's knowledge. */
contactRoutes.post(paths.contact(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const values = {
    name: form.text("name"),
    email: form.text("email"),
    subject: form.text("subject"),
    message: form.text("message"),
  };
  const result = await sendContactMessage(c.var.ctx, { ...values, appCheck: form.text(APP_CHECK_FIELD) });
  if (result.ok) return seeOther(c, paths.contact({ done: result.value.isCopied ? COPIED : SENT }));
  return renderContactPage(
    c,
    { values, ...explainFormRefusal(c, result.refusal) },
    ERROR_STATUS[result.refusal.code],
  );
});

function renderContactPage(c: C, view: Omit<ContactView, "operator">, status = 200) {
  const { t, config } = c.var.ctx;
  const head = {
    title: t("contact.title"),
    description: t("contact.description", { site: config.SITE_NAME }),
    canonical: paths.contact(),
    appCheck: true,
  };
  return renderPage(c, head, <ContactPage view={{ ...view, operator: config.CONTACT_EMAIL }} />, status);
}
