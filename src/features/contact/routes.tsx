import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS } from "@/shared/errors";
import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ContactPage, type ContactView } from "./contact-page";
import { ContactedPage } from "./contacted-page";
import { sendContact } from "./send-contact";

export const contactRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Success messages: `copied` if a copy goes to the sender. */
const DONE = { copied: "copied", sent: "sent" } as const;

contactRoutes.get(paths.contact(), routeOptions({ sitemap: {} }), (c) => {
  const { ctx } = c.var;
  const done = c.req.query("done");
  if (done === DONE.copied || done === DONE.sent) {
    const head = { title: ctx.t("contact.done.title"), noindex: true };
    return renderPage(c, head, <ContactedPage copied={done === DONE.copied} />);
  }
  const { user } = ctx;
  const values = {
    name: user && (user.firstName || user.lastName) ? fullName(user) : "",
    email: user?.email ?? "",
    subject: "",
    message: "",
  };
  return contactPage(c, { values, errors: {}, message: null });
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
  const sent = await sendContact(c.var.ctx, { ...values, appCheck: form.text(APP_CHECK_FIELD) });
  if (sent.ok) return seeOther(c, paths.contact({ done: sent.value.copied ? DONE.copied : DONE.sent }));
  return contactPage(c, { values, ...explainFormRefusal(c, sent.refusal) }, ERROR_STATUS[sent.refusal.code]);
});

function contactPage(c: C, view: Omit<ContactView, "operator">, status = 200) {
  const { t, config } = c.var.ctx;
  const head = {
    title: t("contact.title"),
    description: t("contact.description"),
    canonical: paths.contact(),
    appCheck: true,
  };
  return renderPage(c, head, <ContactPage view={{ ...view, operator: config.CONTACT_EMAIL }} />, status);
}
