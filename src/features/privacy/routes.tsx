import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { listRunningOrders } from "@/features/promotions";
import { deleteRefreshCookies, findStoredConsent, setConsentCookie } from "@/http/cookies";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { readForm } from "@/http/requests";
import { explainFormRefusal, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { createConsentSettings } from "@/shared/consent";
import { toDay } from "@/shared/dates";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { paths, safeNext } from "@/shared/paths";
import { toSlug } from "@/shared/text";
import { eraseAccount, eraseUnverifiedAccount } from "./erase-account";
import { DeletedUnverifiedPage, ErasedPage, ErasePage } from "./erase-page";
import { exportOwnData } from "./export-own-data";
import { PrivacyPage } from "./privacy-page";
import { countStoredRows } from "./queries";

export const privacyRoutes = new Hono<AppEnv>();

/** The buttons of the consent form. */
const CHOICES: readonly string[] = ["accept", "reject", "save"];

privacyRoutes.get(paths.ownPrivacy(), async (c) => {
  const { ctx } = c.var;
  const counts = await countStoredRows(ctx, requireUser(ctx).id);
  return renderPage(
    c,
    { title: ctx.t("privacy.title"), canonical: paths.ownPrivacy(), noindex: true },
    <PrivacyPage
      counts={counts}
      consent={findStoredConsent(c)}
      usesAnalytics={ctx.config.GA_MEASUREMENT_ID !== undefined}
      saved={c.req.query("done") === "consent"}
    />,
  );
});

privacyRoutes.get(paths.exportOwn(), async (c) => {
  const { ctx } = c.var;
  const result = await exportOwnData(ctx, requireUser(ctx), findStoredConsent(c));
  if (!result.ok) return refusalResponse(c, result.refusal);
  return c.body(JSON.stringify(result.value, null, 2), 200, {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": `attachment; filename="${toFileName(ctx)}"`,
    "cache-control": "private, no-store",
  });
});

/** Only ASCII, because headers allow no other characters unescaped. */
const toFileName = ({ config, now }: Ctx): string =>
  `${[toSlug(config.SITE_NAME), "data", toDay(now)].filter(Boolean).join("-")}.json`;

/** Consent is the visitor's own choice (GDPR, article 7): a form of another site can't make it for them. */
privacyRoutes.post(paths.consent(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const choice = form.text("choice");
  if (!CHOICES.includes(choice)) throw new Refused({ code: "malformed" });
  const isChecked = (name: string) => /^(1|on|true|granted)$/.test(form.text(name));
  setConsentCookie(
    c,
    createConsentSettings((category) => choice === "accept" || (choice === "save" && isChecked(category))),
  );
  const defaultPath = c.var.ctx.user ? paths.ownPrivacy({ done: "consent" }) : paths.home();
  return seeOther(c, safeNext(form.text("next"), defaultPath));
});

privacyRoutes.get(paths.eraseAccount(), (c) => erasePage(c));

privacyRoutes.post(paths.eraseAccount(), async (c) => {
  const { ctx } = c.var;
  requireUser(ctx);
  const form = await readForm(c);
  const result = await eraseAccount(ctx, { password: form.text("password"), word: form.text("word") });
  if (!result.ok) return erasePage(c, result.refusal);
  deleteRefreshCookies(c);
  return seeOther(c, paths.erased());
});

/** "This was not me" on the page of a verification link. */
privacyRoutes.post(paths.deleteUnverified(), routeOptions({ sameOriginOnly: true }), async (c) => {
  const form = await readForm(c);
  const result = await eraseUnverifiedAccount(c.var.ctx, form.text("token"));
  return result.ok ? seeOther(c, paths.deletedUnverified()) : refusalResponse(c, result.refusal);
});

privacyRoutes.get(paths.deletedUnverified(), (c) => {
  const head = { title: c.var.ctx.t("privacy.notMine.title"), noindex: true };
  return renderPage(c, head, <DeletedUnverifiedPage />);
});

async function erasePage(c: Context<AppEnv>, refusal?: Refusal) {
  const { t, now } = c.var.ctx;
  const orders = await listRunningOrders(c.var.ctx);
  const head = { title: t("privacy.erase.title"), canonical: paths.eraseAccount(), noindex: true };
  return renderPage(
    c,
    head,
    <ErasePage
      orders={orders}
      now={now}
      {...(refusal ? explainFormRefusal(c, refusal, { invalid_password: "password" }) : {})}
    />,
    refusal ? ERROR_STATUS[refusal.code] : 200,
  );
}

privacyRoutes.get(paths.erased(), (c) =>
  renderPage(
    c,
    { title: c.var.ctx.t("privacy.erased.title"), noindex: true, isAfterDeletion: true },
    <ErasedPage />,
  ),
);
