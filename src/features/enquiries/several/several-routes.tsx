import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { type FormFields, readForm } from "@/http/requests";
import { explainFormRefusal, explainRefusal } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { APP_CHECK_FIELD } from "@/shared/app-check";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import { renderSignInToSend } from "../sending/enquire-routes";
import { type EnquiryValues, SIGN_IN_INSTEAD } from "../sending/enquiry-form";
import type { EnquiryResult } from "../sending/send-guest-enquiries";
import { loadRecipients, type Recipient } from "./load-recipients";
import { sendSeveralEnquiries } from "./send-several-enquiries";
import { type RefusedRecipient, SeveralPage, type SeveralPageProps } from "./several-page";

/** Writing one message to the teachers of several listings, with an account or as a guest. */
export const severalRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

/** Most listings that the form offers; `MAX_RECIPIENTS` of them can be chosen. */
const MAX_OFFERED = 50;

severalRoutes.get(paths.enquireSeveral(), async (c) => {
  const recipients = await loadRecipients(c.var.ctx, toOfferedIds(c.req.queries("listing_ids") ?? []));
  const open = recipients.filter(({ status }) => status === "open");
  const chosen = open.slice(0, MAX_RECIPIENTS).map(({ listingId }) => listingId);
  return renderSeveralPage(c, { recipients, chosen });
});

/** From another site, the app would send the message in the visitor's name. */
severalRoutes.post(paths.enquireSeveral(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const { ctx } = c.var;
  const form = await readForm(c);
  const values = { message: form.text("message"), name: form.text("name"), email: form.text("email") };
  // The page that asks for a sign-in has the listings in its query.
  const listingIds = form.has("listing_ids") ? form.all("listing_ids") : (c.req.queries("listing_ids") ?? []);
  if (!ctx.user && mustSignIn(form)) return renderSignIn(c, form, listingIds);
  const sent = await sendSeveralEnquiries(ctx, {
    ...values,
    listingIds,
    appCheck: form.text(APP_CHECK_FIELD),
    submissionId: form.text("once"),
  });
  if (sent.ok) return renderResults(c, { ...sent.value, values });

  // The boxes that were not ticked are not in the form.
  const offered = toOfferedIds([...listingIds, ...form.all("offered")]);
  const { errors, message } = explainFormRefusal(c, sent.refusal);
  return renderSeveralPage(
    c,
    {
      recipients: await loadRecipients(ctx, offered),
      chosen: listingIds,
      values,
      errors,
      refused: message,
    },
    ERROR_STATUS[sent.refusal.code],
  );
});

/** Whether a form without a session is not from a guest, or the guest chose to sign in. */
const mustSignIn = (form: FormFields): boolean =>
  form.text("intent") === SIGN_IN_INSTEAD || !form.has("email");

const renderSignIn = (c: C, form: FormFields, listingIds: readonly string[]) =>
  renderSignInToSend(c, {
    action: paths.enquireSeveral({ listing_ids: toOfferedIds(listingIds) }),
    message: form.text("message"),
    submissionId: form.text("once"),
    requested: form.text("intent") === SIGN_IN_INSTEAD,
  });

/** Shows by name what was sent and what was refused, with the form for those who may still get the message. */
async function renderResults(
  c: C,
  { email, results, values }: { email: string | null; results: EnquiryResult[]; values: EnquiryValues },
) {
  const { ctx } = c.var;
  const recipients = await loadRecipients(
    ctx,
    results.map(({ listingId }) => listingId),
  );
  const sent: (Recipient & { enquiryId: string })[] = [];
  const refused: RefusedRecipient[] = [];
  let firstRefusal: Refusal | null = null;
  for (const [index, { result }] of results.entries()) {
    const recipient = recipients[index];
    if (!recipient) continue;
    if (result.ok) sent.push({ ...recipient, enquiryId: result.value.id });
    else {
      firstRefusal ??= result.refusal;
      refused.push({ ...recipient, reason: explainRefusal(c, toNamedRefusal(result.refusal)) });
    }
  }
  const open = refused.filter(({ status }) => status === "open");
  const successStatus = email === null ? 200 : 202;
  return renderSeveralPage(
    c,
    {
      recipients: open,
      chosen: open.map(({ listingId }) => listingId),
      results: { sent, refused, email },
      values,
    },
    sent.length > 0 || !firstRefusal ? successStatus : ERROR_STATUS[firstRefusal.code],
  );
}

/** The refusal for a listing that visitors may not see, with the text for a message. */
const toNamedRefusal = (refusal: Refusal): Refusal =>
  refusal.code === "not_found" ? { code: "gone", reason: "listing_gone" } : refusal;

const toOfferedIds = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, MAX_OFFERED);

function renderSeveralPage(c: C, props: Omit<SeveralPageProps, "submissionId">, status = 200) {
  const { ctx } = c.var;
  const head = {
    title: ctx.t("enquiries.several.title"),
    noindex: true,
    appCheck: ctx.user === null,
  };
  return renderPage(c, head, <SeveralPage {...props} submissionId={ctx.user ? ctx.newId() : null} />, status);
}
