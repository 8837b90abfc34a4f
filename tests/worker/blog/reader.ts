import type { TestApp } from "../../helpers/app";

/** What an app's page says at a path. */
export const pagesOf = (app: TestApp) => async (path: string) => (await app.get(path)).text();

/** What a page says to search engines. */
export const dataOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json = ""]) =>
    JSON.parse(json),
  );

/** The titles of the posts that a page leads to, in its order. */
export const titles = (html: string) =>
  [...html.matchAll(/class="post-card__title"><a[^>]*>([^<]+)</g)].map(([, title]) => title);
