import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { findCompleteSeller } from "@/features/settings";
import { askAboutEmail, readEmail } from "@/http/checked-email";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { HOUR_MS } from "@/shared/dates";
import { ERROR_STATUS } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { CONTACT_SUBJECT_LENGTH } from "@/shared/schemas/contact";
import { ContactPage, ContactSentPage, type ContactView } from "./contact-page";
import { findStoredContactMessage } from "./queries";
import { sendContactMessage } from "./send-contact-message";

export const contactRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** How long (ms) the page after sending shows the sender's address. Others may use the browser later. */
const ADDRESS_VISIBLE_MS = HOUR_MS;

contactRoutes.get(paths.contact(), routeOptions({ sitemap: {} }), async (c) => {
  const { ctx } = c.var;
  const sentId = c.req.query("sent");
  const sent = sentId === undefined ? undefined : await findStoredContactMessage(ctx, sentId);
  if (sent) {
    const copiedTo = sent.isCopied && ctx.now - sent.createdTs < ADDRESS_VISIBLE_MS ? sent.email : null;
    const head = { title: ctx.t("contact.done.title"), noindex: true, secret: true };
    return renderPage(c, head, <ContactSentPage copiedTo={copiedTo} />);
  }
  const { user } = ctx;
  const values = {
    name: user && (user.firstName || user.lastName) ? formatFullName(user) : "",
    email: user?.email ?? "",
    // A link may say what the message is about.
    subject: (c.req.query("subject") ?? "").slice(0, CONTACT_SUBJECT_LENGTH),
    message: "",
  };
  return renderContactPage(c, { values, errors: {}, message: null });
});

/** Another site could make the browser send this form without the visitor's knowledge. */
contactRoutes.post(paths.contact(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const values = {
    name: form.text("name"),
    email: readEmail(form),
    subject: form.text("subject"),
    message: form.text("message"),
  };
  const question = askAboutEmail(c.var.ctx, form);
  if (question) return renderContactPage(c, { values, errors: question, message: null });
  const result = await sendContactMessage(c.var.ctx, { ...values, appCheck: form.text(APP_CHECK_FIELD) });
  if (result.ok) return seeOther(c, paths.contact({ sent: result.value.id }));
  return renderContactPage(
    c,
    { values, ...explainFormRefusal(c, result.refusal) },
    ERROR_STATUS[result.refusal.code],
  );
});

async function renderContactPage(c: C, view: Omit<ContactView, "operator">, status = 200) {
  const { t, config } = c.var.ctx;
  const operator = { email: config.CONTACT_EMAIL, seller: await findCompleteSeller(c.var.ctx) };
  const head = {
    title: t("contact.title"),
    description: t("contact.description", { site: config.SITE_NAME }),
    canonical: paths.contact(),
    appCheck: true,
  };
  return renderPage(c, head, <ContactPage view={{ ...view, operator }} />, status);
}
