import { type Context, Hono } from "hono";
import type { AppEnv } from "@/context";
import { toSearchEvents } from "@/features/counted-searches";
import { findProvenAddress, listWrittenTeachers } from "@/features/enquiries";
import { getGuestCookies } from "@/http/guest-cookies";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { paths } from "@/shared/paths";
import { toImpressions } from "./impressions";
import { buildListHead } from "./list/build-list-head";
import { ListPage, type ListView } from "./list/list-page";
import { loadList } from "./list/load-list";
import { RankingPage } from "./ranking-page";

export const searchRoutes = new Hono<AppEnv>();

searchRoutes.get(paths.listings(), routeOptions({ cacheable: true, prefetchable: true }), async (c) => {
  const { ctx } = c.var;
  const list = await loadList(ctx, new URL(c.req.url).searchParams);
  if ("redirectTo" in list) return c.redirect(list.redirectTo);
  const { view, query } = list;
  // The link to the checkboxes opens the first page, which was counted without them.
  if (!view.mode.isSelecting || query.after || query.before) {
    c.set("statisticsEvents", [
      ...toImpressions(ctx, {
        promoted: view.promoted,
        others: [...view.content, ...view.close.map(({ card }) => card), ...(view.nearest?.cards ?? [])],
      }),
      ...toSearchEvents(query, view.total),
    ]);
  }
  return renderPage(
    c,
    buildListHead(ctx, list),
    <ListPage view={{ ...view, writtenTo: await listWrittenTo(c, view) }} />,
  );
});

/** The teachers of a list with checkboxes to whom the visitor wrote before. Such a page never comes from the cache. */
async function listWrittenTo(
  c: Context<AppEnv>,
  { mode, promoted, content, close }: ListView,
): Promise<ReadonlySet<string>> {
  const { ctx } = c.var;
  if (!mode.isSelecting) return new Set();
  const cards = [...promoted, ...content, ...close.map(({ card }) => card)];
  const teachers = [...new Set(cards.map(({ ownerId }) => ownerId))];
  return listWrittenTeachers(ctx, teachers, findProvenAddress(ctx, getGuestCookies(c)));
}

searchRoutes.get(paths.ranking(), routeOptions({ prefetchable: true, sitemap: {} }), (c) => {
  const { t } = c.var.ctx;
  const head = { title: t("search.ranking.title"), description: t("search.ranking.description") };
  return renderPage(c, head, <RankingPage />);
});
