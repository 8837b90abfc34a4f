import { type Context, Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { seeOther } from "@/http/answers";
import { refusalAnswer } from "@/http/errors";
import { idParam } from "@/http/ids";
import { renderPage } from "@/http/render";
import { ERROR_STATUS, type Refusal, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { formatRefusal } from "@/ui/form";
import { formRoutes, showForm } from "./form/form-routes";
import { findEditForm } from "./form/save-form";
import { deleteListing } from "./lifecycle/delete-listing";
import { OWNER_MOVES, type OwnerMove } from "./lifecycle/moves";
import { pauseListing } from "./lifecycle/pause-listing";
import { resumeListing } from "./lifecycle/resume-listing";
import { submitListing } from "./lifecycle/submit-listing";
import { limitWords } from "./limit-words";
import { findOwnListings } from "./own-listings/own-listings";
import { OwnListingsPage } from "./own-listings/own-listings-page";
import { renewListing } from "./renewal/renew-listing";
import { renewRoutes } from "./renewal/renewal-routes";

export const listingsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

listingsRoutes.route("/", formRoutes);

listingsRoutes.route("/", renewRoutes);

type Verb = (ctx: Ctx, id: string) => Promise<Result<{ id: string; state?: string }>>;
const VERBS: Record<OwnerMove, Verb> = {
  submit: submitListing,
  pause: pauseListing,
  resume: resumeListing,
  renew: renewListing,
  delete: deleteListing,
};
const DONE = { pause: "paused", resume: "resumed", renew: "renewed", delete: "deleted" } as const;

for (const move of OWNER_MOVES) {
  listingsRoutes.post(paths.listingAction(":id", move), async (c) => {
    const { ctx } = c.var;
    const id = idParam(c);
    const result = await VERBS[move](ctx, id);
    if (result.ok) {
      return seeOther(
        c,
        paths.ownListings({ done: move === "submit" ? result.value.state : DONE[move], id }),
      );
    }
    const { refusal } = result;
    if (refusal.code === "invalid") {
      return showForm(c, { ...(await findEditForm(ctx, id)), problems: refusal.fields }, 422);
    }
    const told = refusal.code === "conflict" || refusal.reason === "email_unverified";
    return told ? ownList(c, refusal) : refusalAnswer(c, refusal);
  });
}

listingsRoutes.get(paths.ownListings(), (c) => ownList(c));

async function ownList(c: C, refusal?: Refusal) {
  const { ctx } = c.var;
  const done = c.req.query("done");
  const listings = await findOwnListings(ctx);
  const published = listings.find(({ id, state }) => id === c.req.query("id") && state === "published");
  const view = {
    listings,
    now: ctx.now,
    doneTo: published?.id ?? null,
    done: !refusal && done && ctx.t.has(`listings.done.${done}`) ? done : null,
    refused: refusal ? (limitWords(ctx.t, refusal) ?? formatRefusal(ctx.t, refusal)) : null,
  };
  const head = { title: ctx.t("listings.own.heading"), noindex: true };
  return renderPage(c, head, <OwnListingsPage view={view} />, refusal ? ERROR_STATUS[refusal.code] : 200);
}
