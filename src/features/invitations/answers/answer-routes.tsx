import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { findOwnUsualPrice, isHeld } from "@/features/listings";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { CLAIM_FIELDS } from "@/shared/schemas/invitation";
import { toListingInput } from "@/shared/schemas/listing";
import { ACCOUNT_DELETED, ERASED, findOpenInvitation } from "../find-open-invitation";
import { findInviterName } from "../queries";
import { refuseInvitation } from "../refuse-invitation";
import { adoptInvitation } from "./adopt-invitation";
import { claimInBrowser } from "./answer-api";
import { getShownDraft } from "./claim-values";
import { getAccountState } from "./get-account-state";
import { type ClaimFormView, InvitationPage, type InvitationView } from "./invitation-page";

/** The pages of the mailed link of an invitation. Opening one changes nothing: mail programs open links automatically. */
export const answerRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const NOTHING_TYPED: ClaimFormView = {
  values: null,
  birthDate: "",
  phone: false,
  terms: false,
  isHeld: false,
  errors: {},
  message: null,
};

answerRoutes.get(paths.invitation(), (c) => showInvitation(c, NOTHING_TYPED));

/** From another site, the app would sign the visitor in to an account of that site's choice. */
answerRoutes.post(paths.invitation(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const intent = form.text("intent");
  if (intent === "adopt") {
    const adopted = await adoptInvitation(c.var.ctx, getToken(c));
    if (!adopted.ok) return showInvitation(c, NOTHING_TYPED, adopted.refusal);
    return seeOther(c, paths.editListing(adopted.value));
  }
  const birthDate = form.day("birth_date");
  const [phone, terms] = [form.has("phone"), form.has("terms")];
  const values = {
    ...Object.fromEntries(CLAIM_FIELDS.map((name) => [name, form.all(name)])),
    price: [form.decimal("price")],
  };
  const claimed = toListingInput(values);
  const submit = intent !== "draft";
  const result = await claimInBrowser(c, getToken(c), {
    birth_date: birthDate,
    password: form.text("password"),
    phone,
    terms,
    claimed,
    submit,
    holdsPrice: submit && intent !== "submit_anyway",
  });
  if (!result.ok) {
    const explained = explainFormRefusal(c, result.refusal);
    const view = { values, birthDate, phone, terms, isHeld: isHeld(result.refusal.fields), ...explained };
    return showInvitation(c, view, result.refusal);
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
  const token = getToken(c);
  const found = await findOpenInvitation(c.var.ctx, token);
  if (!found.ok) return showAnswer(c, toClosedView(found.refusal));
  const operator = await findInviterName(c.var.ctx);
  return showAnswer(c, { step: "askRefusal", token, invitation: found.value, operator });
});

/** The page's button, or a mail program's (RFC 8058), which must get no redirect. */
answerRoutes.post(paths.refuseInvitation(), async (c) => {
  const result = await refuseInvitation(c.var.ctx, getToken(c));
  if (result.ok) return showAnswer(c, { step: "refused" });
  return showAnswer(c, toClosedView(result.refusal), ERROR_STATUS[result.refusal.code]);
});

/** Forms send it in the URL, so that the address of a page with errors can be opened again. */
const getToken = (c: C): string => c.req.query("token") ?? "";

/** The page of the link, with the reason if the claim was refused. */
async function showInvitation(c: C, form: ClaimFormView, refusal?: Refusal) {
  const token = getToken(c);
  const found = await findOpenInvitation(c.var.ctx, token);
  if (!found.ok) return showAnswer(c, toClosedView(found.refusal));
  const { ctx } = c.var;
  const invitation = found.value;
  const listing = getShownDraft(ctx.t, invitation.draft.listing, form.values);
  const [operator, usualPrice] = await Promise.all([findInviterName(ctx), findOwnUsualPrice(ctx, listing)]);
  const status = refusal ? ERROR_STATUS[refusal.code] : 200;
  const account = getAccountState(ctx, invitation);
  return showAnswer(
    c,
    { step: "open", token, invitation, account, operator, form, listing, usualPrice },
    status,
  );
}

const toClosedView = ({ code, reason }: Refusal): InvitationView =>
  code === "gone"
    ? { step: reason === ACCOUNT_DELETED ? "deleted" : "claimed" }
    : { step: reason === ERASED ? "erased" : "invalid" };

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
