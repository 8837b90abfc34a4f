import { Hono } from "hono";
import { isAdmin } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { findListingWithVisibility } from "@/features/listings";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { routeOptions } from "@/http/route-options";
import { Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { listReviewsForListing } from "../queries";
import { ListingReviewsPage } from "./listing-reviews-page";

/** The pages of published reviews. */
export const publicReviewsRoutes = new Hono<AppEnv>();

publicReviewsRoutes.get(
  paths.listingReviews(":id"),
  routeOptions({ cacheable: true, prefetchable: true }),
  async (c) => {
    const { ctx } = c.var;
    const id = idParam(c);
    const cursors = { after: c.req.query("after"), before: c.req.query("before") };
    const [found, page] = await Promise.all([
      findListingWithVisibility(ctx, id),
      listReviewsForListing(ctx, id, cursors),
    ]);
    if (!found) throw new Refused({ code: "not_found" });
    const { listing, isVisible } = found;
    const manages = ctx.user?.id === listing.ownerId || isAdmin(ctx.user);
    if (!isVisible && (!manages || listing.state === "deleted")) throw new Refused({ code: "not_found" });
    const teacher = formatFullName(listing.owner);
    const isLaterPage = page.previous !== null;
    const head = {
      title: ctx.t("reviews.display.title", { teacher }),
      description: ctx.t("reviews.display.description", { teacher, title: listing.title }),
      // A later page is not a copy of the first one: docs/decisions/0021.
      canonical: paths.listingReviews(id, isLaterPage ? cursors : {}),
      noindex: !isVisible || isLaterPage || page.summary.count === 0,
    };
    return renderPage(c, head, <ListingReviewsPage view={{ listing, teacher, page }} />);
  },
);
