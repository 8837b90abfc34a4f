import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { readDocument, SELLER } from "@/features/settings";
import { storedConsent } from "@/http/cookies";
import { renderPage } from "@/http/render";
import { routeOptions } from "@/http/route-options";
import { PlainPage } from "./plain-page";
import { PLAIN_PAGES } from "./plain-pages";

/** Privacy, terms, cookies, accessibility. */
export const plainRoutes = new Hono<AppEnv>();

for (const page of PLAIN_PAGES) {
  plainRoutes.get(page.path, routeOptions({ sitemap: { changed: page.changed } }), async (c) => {
    const { ctx } = c.var;
    const { SITE_NAME: site, CONTACT_EMAIL: email, GA_MEASUREMENT_ID: tag } = ctx.config;
    const named = page.sections.some(({ part }) => part === "operator");
    const seller = named ? (await readDocument(ctx, SELLER)).value : null;
    const head = {
      title: ctx.t(`site.${page.name}.title`),
      description: ctx.t(`site.${page.name}.description`, { site }),
    };
    const operator = { email, seller, analytics: tag !== undefined };
    const choice = { consent: storedConsent(c), saved: c.req.query("done") === "consent" };
    return renderPage(c, head, <PlainPage page={page} operator={operator} choice={choice} />);
  });
}
