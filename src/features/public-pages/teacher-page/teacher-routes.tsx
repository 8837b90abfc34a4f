import { Hono } from "hono";
import type { AppEnv, Ctx } from "@/context";
import { listOwnListingStates } from "@/features/listings";
import { listReviewsForTeacher } from "@/features/reviews";
import { buildBreadcrumbData, listBreadcrumbs } from "@/features/search";
import { renderPage } from "@/http/render";
import { idParam } from "@/http/requests";
import { routeOptions } from "@/http/route-options";
import { Refused } from "@/shared/errors";
import { formatFullName } from "@/shared/format";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { listTeacherListings } from "../listing-page/list-teacher-listings";
import { findPublicTeacher, type PublicTeacher } from "./find-public-teacher";
import { buildTeacherData, buildTeacherMetadata } from "./teacher-metadata";
import { TeacherPage, type TeacherView } from "./teacher-page";

/** The public pages of teachers. Lists and listings are loaded without them (`first-pages.ts`). */
export const teacherRoutes = new Hono<AppEnv>();

teacherRoutes.get(paths.teacher(":id"), routeOptions({ cacheable: true, prefetchable: true }), async (c) => {
  const { ctx } = c.var;
  const { t } = ctx;
  const id = idParam(c);
  const cursors = { after: c.req.query("after"), before: c.req.query("before") };
  const [teacher, listings, reviews] = await Promise.all([
    findPublicTeacher(ctx, id),
    listTeacherListings(ctx, id),
    listReviewsForTeacher(ctx, id, cursors),
  ]);
  if (!teacher) throw new Refused({ code: "not_found" });
  const site = ctx.config.SITE_URL;
  const crumbs = listBreadcrumbs(t, {});
  const url = site + localizePath(ctx.locale, paths.teacher(id));
  const isIndexable = listings.length > 0 && reviews.previous === null;
  const head = {
    ...buildTeacherMetadata(t, teacher, listings),
    // A later page of reviews is not a copy of the first one.
    canonical: paths.teacher(id, reviews.previous === null ? {} : cursors),
    noindex: !isIndexable,
    jsonLd: isIndexable
      ? [
          buildBreadcrumbData(site, crumbs, formatFullName(teacher)),
          buildTeacherData(t, teacher, listings, { site, url }),
        ]
      : [],
  };
  const absence = await findAbsence(ctx, teacher);
  const view = { teacher, listings, absence, reviews, crumbs, address: url, now: ctx.now };
  return renderPage(c, head, <TeacherPage view={view} />);
});

async function findAbsence(ctx: Ctx, { id, hasPublished }: PublicTeacher): Promise<TeacherView["absence"]> {
  if (ctx.user?.id !== id) return hasPublished ? "none" : "never";
  const states = await listOwnListingStates(ctx);
  return states.some(({ state }) => state === "pending") ? "ownPending" : "own";
}
