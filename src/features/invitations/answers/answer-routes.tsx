import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { findMediaType, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { CLAIM_FIELDS } from "@/shared/schemas/invitation";
import { toListingInput } from "@/shared/schemas/listing";
import { findInviterName } from "../queries";
import { refuseInvitation } from "../refuse-invitation";
import { claimInBrowser } from "./answer-api";
import { ERASED, findOpenInvitation } from "./find-open-invitation";
import { type ClaimFormView, InvitationPage, type InvitationView } from "./invitation-page";

/** The pages of the mailed link of an invitation. Opening one changes nothing: mail programs open links automatically. */
export const answerRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const NOTHING_TYPED: ClaimFormView = {
  values: null,
  birthDate: "",
  phone: false,
  terms: false,
  errors: {},
  message: null,
};

answerRoutes.get(paths.invitation(), (c) => showInvitation(c, c.req.query("token") ?? "", NOTHING_TYPED));

/** From another site, the app would sign the visitor in to an account of that site's choice. */
answerRoutes.post(paths.invitation(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const token = form.text("token");
  const birthDate = form.day("birth_date");
  const [phone, terms] = [form.has("phone"), form.has("terms")];
  const values = {
    ...Object.fromEntries(CLAIM_FIELDS.map((name) => [name, form.all(name)])),
    price: [form.decimal("price")],
  };
  const claimed = toListingInput(values);
  const submit = form.text("intent") !== "draft";
  const result = await claimInBrowser(c, token, {
    birth_date: birthDate,
    password: form.text("password"),
    phone,
    terms,
    claimed,
    submit,
  });
  if (!result.ok) {
    const explained = explainFormRefusal(c, result.refusal);
    return showInvitation(c, token, { values, birthDate, phone, terms, ...explained }, result.refusal);
  }
  const { listingId } = result.value;
  return seeOther(
    c,
    submit
      ? paths.ownListings({ done: "pending", id: listingId })
      : paths.editListing(listingId, { invited: 1 }),
  );
});

answerRoutes.get(paths.refuseInvitation(), async (c) => {
  const token = c.req.query("token") ?? "";
  const found = await findOpenInvitation(c.var.ctx, token);
  if (!found.ok) return showAnswer(c, toClosedView(found.refusal));
  const operator = await findInviterName(c.var.ctx);
  return showAnswer(c, { step: "askRefusal", token, invitation: found.value, operator });
});

/** The page's button, or a mail program's (RFC 8058), which sends the token in the URL and must get no redirect. */
answerRoutes.post(paths.refuseInvitation(), async (c) => {
  const form = findMediaType(c) === null ? null : await readForm(c);
  const result = await refuseInvitation(c.var.ctx, form?.text("token") || c.req.query("token") || "");
  if (result.ok) return showAnswer(c, { step: "refused" });
  return showAnswer(c, toClosedView(result.refusal), ERROR_STATUS[result.refusal.code]);
});

/** The page of the link, with the reason if the claim was refused. */
async function showInvitation(c: C, token: string, form: ClaimFormView, refusal?: Refusal) {
  const found = await findOpenInvitation(c.var.ctx, token);
  if (!found.ok) return showAnswer(c, toClosedView(found.refusal));
  const operator = await findInviterName(c.var.ctx);
  const status = refusal ? ERROR_STATUS[refusal.code] : 200;
  return showAnswer(c, { step: "open", token, invitation: found.value, operator, form }, status);
}

const toClosedView = ({ code, reason }: Refusal): InvitationView =>
  code === "gone" ? { step: "claimed" } : { step: reason === ERASED ? "erased" : "invalid" };

function showAnswer(
  c: C,
  view: InvitationView,
  status = view.step === "invalid" || view.step === "erased" ? ERROR_STATUS.malformed : 200,
) {
  const { t, config } = c.var.ctx;
  const head = {
    title: t("invitations.page.title"),
    canonical: paths.invitation(),
    noindex: true,
    secret: true,
  };
  return renderPage(c, head, <InvitationPage view={view} contact={config.CONTACT_EMAIL} />, status);
}
