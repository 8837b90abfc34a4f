import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { listOwnDemand } from "@/features/counted-searches";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { seeOther } from "@/http/responses";
import { ERROR_STATUS, type Refusal, type Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { formatRefusal } from "@/ui/form";
import { findHeldProblems } from "./form/find-held-problems";
import { formRoutes, showForm } from "./form/form-routes";
import { getEditForm } from "./form/save-form";
import { deleteListing } from "./lifecycle/delete-listing";
import { pauseListing, resumeListing } from "./lifecycle/pause-listing";
import { submitListing } from "./lifecycle/submit-listing";
import { fromListingColumns, listProblems } from "./listing-columns";
import { isTrustedOwner, toLimitMessage } from "./listing-quota";
import { OWNER_ACTIONS, type OwnerAction } from "./listing-state";
import { listOwnListings } from "./own-listings/own-listings";
import { OwnListingsPage } from "./own-listings/own-listings-page";
import { loadTeacherHome } from "./own-listings/teacher-home";
import { findEditableListing } from "./queries";
import { renewListing } from "./renewal/renew-listing";
import { renewalRoutes } from "./renewal/renewal-routes";

export const listingsRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

listingsRoutes.route("/", formRoutes);

listingsRoutes.route("/", renewalRoutes);

const ACTIONS: Record<
  OwnerAction,
  (ctx: Ctx, id: string) => Promise<Result<{ id: string; state?: string }>>
> = {
  submit: submitListing,
  pause: pauseListing,
  resume: resumeListing,
  renew: renewListing,
  delete: deleteListing,
};

/** Keys of `listings.done`. After a submission it is the listing's state. */
const NOTICES = { pause: "paused", resume: "resumed", renew: "renewed", delete: "deleted" } as const;

for (const action of OWNER_ACTIONS) {
  listingsRoutes.post(paths.listingAction(":id", action), async (c) => {
    const { ctx } = c.var;
    const id = idParam(c);
    const draft = action === "submit" ? await findEditableListing(ctx, id) : null;
    const input = draft?.state === "draft" ? fromListingColumns(draft) : null;
    const held = input ? await findHeldProblems(ctx, input) : [];
    if (input && held.length > 0) {
      const problems = listProblems(input, true, held);
      return showForm(c, { ...(await getEditForm(ctx, id)), problems }, 422);
    }
    const result = await ACTIONS[action](ctx, id);
    if (result.ok) {
      const done = action === "submit" ? result.value.state : NOTICES[action];
      return seeOther(c, paths.ownListings({ done, id }));
    }
    const { refusal } = result;
    if (refusal.code === "invalid") {
      return showForm(c, { ...(await getEditForm(ctx, id)), problems: refusal.fields }, 422);
    }
    const hasMessage = refusal.code === "conflict" || refusal.reason === "email_unverified";
    return hasMessage ? showOwnListings(c, refusal) : refusalResponse(c, refusal);
  });
}

listingsRoutes.get(paths.ownListings(), (c) => showOwnListings(c));

async function showOwnListings(c: C, refusal?: Refusal) {
  const { ctx } = c.var;
  const done = c.req.query("done");
  const user = requireUser(ctx);
  const [listings, isTrusted, home, demand] = await Promise.all([
    listOwnListings(ctx),
    isTrustedOwner(ctx, user.id),
    loadTeacherHome(ctx, user),
    listOwnDemand(ctx, user.id),
  ]);
  const published = listings.find(({ id, state }) => id === c.req.query("id") && state === "published");
  const view = {
    listings,
    isTrusted,
    home,
    demand,
    now: ctx.now,
    publishedId: published?.id ?? null,
    done: !refusal && done && ctx.t.has(`listings.done.${done}`) ? done : null,
    refusalMessage: refusal ? (toLimitMessage(ctx.t, refusal) ?? formatRefusal(ctx.t, refusal)) : null,
  };
  const head = { title: ctx.t("listings.own.heading"), noindex: true };
  return renderPage(c, head, <OwnListingsPage view={view} />, refusal ? ERROR_STATUS[refusal.code] : 200);
}
