import { app } from "../../helpers/app";

/** A function that returns the HTML at a path. */
export const createPageReader = () => async (path: string) => (await app.get(path)).text();

/** The structured data of a page. */
export const parseStructuredData = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json = ""]) =>
    JSON.parse(json),
  );

/** The titles of the posts on a page, in order. */
export const listTitles = (html: string) =>
  [...html.matchAll(/class="post-card__title"><a[^>]*>([^<]+)</g)].map(([, title]) => title);
