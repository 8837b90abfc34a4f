import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { getVersion, listHashedFiles } from "@/http/client-build";
import { declareCall } from "@/http/declare-call";
import { matchesEtag } from "@/http/images";
import { findPageTexts } from "@/http/texts";
import { getFound } from "@/shared/errors";
import { isLocale, LOCALES } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/** The deployed version of the site. */
const latestBuildSchema = z.strictObject({
  id: z.string(),
  timestamp: z.int().check(z.positive()),
});

/** Paths of a build's files. */
const buildFilesSchema = z.array(z.string());

/** Deepest nesting of text groups. */
const DEEPEST = 6;
const groupSchema = (deep: number): z.ZodMiniType =>
  z.record(z.string(), deep === 0 ? z.string() : z.union([z.string(), groupSchema(deep - 1)]));

/** The texts of a page in one language, by key, in nested groups. */
const pageTextsSchema = groupSchema(DEEPEST);

/** The files of the client build, and the id of the latest build. */
export const buildRoutes = new Hono<AppEnv>();

/** Open pages poll it; client/builds reloads pages of an older build. */
declareCall(buildRoutes, {
  method: "GET",
  path: paths.latestBuild(),
  tag: "site",
  summary: "The latest build of the site",
  description: "Never cached. Open pages poll it, and reload when a later build is deployed.",
  fields: { id: "Changes with the site’s scripts, styles or texts", timestamp: "When it was built (ms)" },
  access: "public",
  responses: { 200: { description: "The build.", schema: latestBuildSchema } },
  handler: ({ c }) => getVersion(c.env),
});

/** The files that the next deployment copies, for open pages of this build (dev/launch/deployment.ts). */
declareCall(buildRoutes, {
  method: "GET",
  path: paths.buildFiles(),
  tag: "site",
  summary: "The files of the latest build",
  description:
    "The next deployment copies them, so that pages that are open during it still find their files.",
  access: "public",
  responses: {
    200: {
      description: "The paths of the files. The content of a path never changes.",
      schema: buildFilesSchema,
    },
  },
  handler: () => listHashedFiles(),
});

/**
 * The texts of a page (a folder of locales/) in one language. With this build's id (`?v=`) they are immutable. Without
 * it, or with another build's, clients must revalidate.
 */
declareCall(buildRoutes, {
  method: "GET",
  path: paths.texts(":page", ":locale"),
  tag: "site",
  summary: "The texts of a page in one language",
  description:
    "`general` has the texts that all pages share. With the id of the latest build as `v`, the response is cached for a year. Otherwise it must be revalidated with `If-None-Match`.",
  access: "public",
  params: {
    page: "The page’s name, a folder of `locales/`.",
    locale: z.enum(LOCALES).check(z.describe("The language.")),
  },
  rawQuery: { v: z.optional(z.string()).check(z.describe("The id of a build.")) },
  responses: {
    200: {
      description: "Texts by key, in groups; a plural is a group of its forms.",
      schema: pageTextsSchema,
      headers: ["ETag"],
    },
    304: { description: "The texts have the ETag in `If-None-Match`.", headers: ["ETag"] },
    404: "The page or the language does not exist.",
  },
  handler({ c }) {
    const locale = c.req.param("locale") ?? "";
    const texts = getFound(isLocale(locale) ? findPageTexts(c.req.param("page") ?? "", locale) : null);
    const { id } = getVersion(c.env);
    const etag = `"${id}"`;
    c.header("etag", etag);
    c.header(
      "cache-control",
      c.req.query("v") === id ? "public, max-age=31536000, immutable" : "public, no-cache",
    );
    return matchesEtag(c.req.header("if-none-match"), etag) ? c.body(null, 304) : c.json(texts);
  },
});
