import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { getOrThrow, type Refusal } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { getOwnRestriction, objectToRestriction } from "./object-to-restriction";
import { ObjectionPage } from "./objection-page";

/** The owner of a restricted listing reads why, and objects. */
export const objectionRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

objectionRoutes.get(paths.listingObjection(":id"), (c) => showObjection(c, ""));

objectionRoutes.post(paths.listingObjection(":id"), async (c) => {
  const id = idParam(c);
  const typed = (await readForm(c)).text("text");
  const stored = await objectToRestriction(c.var.ctx, id, { text: typed });
  return stored.ok
    ? seeOther(c, paths.listingObjection(id, { done: true }))
    : showObjection(c, typed, stored.refusal);
});

/** @throws Refused not_found for another user's listing, or one that was never restricted */
async function showObjection(c: C, typed: string, refusal?: Refusal) {
  const { ctx } = c.var;
  const restriction = getOrThrow(await getOwnRestriction(ctx, idParam(c)));
  const done = c.req.query("done") !== undefined && restriction.objectionTs !== null;
  const view = { restriction, typed, done, ...explainFormRefusal(c, refusal) };
  const head = { title: ctx.t("moderation.statement.title"), noindex: true };
  return renderPage(c, head, <ObjectionPage view={view} />, toFormStatus(refusal));
}
