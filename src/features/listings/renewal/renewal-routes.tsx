import type { Context } from "hono";
import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { seeOther } from "@/http/answers";
import { mediaType, readForm } from "@/http/forms";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { tellRefusal } from "@/http/tell-refusal";
import { ERROR_STATUS, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { limitWords } from "../limit-words";
import { findByRenewalLink, renewByLink } from "./renew-by-link";
import { RenewLinkPage, type RenewLinkState } from "./renew-link-page";

/** What a reminder's link opens. Stands before the owner's own moves, one of which is sent to the same address. */
export const renewRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

renewRoutes.get(paths.renewByLink(":id"), async (c) => {
  const id = idParam(c);
  const token = c.req.query("token");
  if (c.req.query("done")) return renewPage(c, { kind: "done", listingId: id });
  if (!token) return seeOther(c, paths.ownListings());
  const found = await findByRenewalLink(c.var.ctx, id, token);
  return found.ok
    ? renewPage(c, { kind: "asks", listing: found.value, token })
    : refusedPage(c, found.refusal);
});

renewRoutes.post(paths.renewByLink(":id"), async (c, next) => {
  const id = idParam(c);
  const token = mediaType(c) === null ? "" : (await readForm(c)).text("token");
  if (!token) return next();
  const renewed = await renewByLink(c.var.ctx, id, token);
  return renewed.ok ? seeOther(c, paths.renewByLink(id, { done: true })) : refusedPage(c, renewed.refusal);
});

function refusedPage(c: C, refusal: Refusal) {
  const { t } = c.var.ctx;
  const spent = refusal.reason === "invalid_token";
  const message = spent ? t("listings.renewal.refused") : (limitWords(t, refusal) ?? tellRefusal(c, refusal));
  return renewPage(c, { kind: "refused", message }, ERROR_STATUS[refusal.code]);
}

function renewPage(c: C, state: RenewLinkState, status = 200) {
  const head = { title: c.var.ctx.t("listings.renewal.title"), secret: true };
  return renderPage(c, head, <RenewLinkPage state={state} />, status);
}
