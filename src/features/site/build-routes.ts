import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "@/context";
import { getVersion, listHashedFiles } from "@/http/client-build";
import { describeRoute } from "@/http/describe-route";
import { matchesEtag } from "@/http/images";
import { findPageTexts } from "@/http/texts";
import { Refused } from "@/shared/errors";
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

// The API descriptions of the calls.
const GET_LATEST_BUILD = { tag: "site", responses: { 200: { schema: latestBuildSchema } } } as const;

const GET_BUILD_FILES = { tag: "site", responses: { 200: { schema: buildFilesSchema } } } as const;

const GET_TEXTS = {
  tag: "site",
  parameters: [
    { name: "page", in: "path" },
    { name: "locale", in: "path", schema: z.enum(LOCALES) },
    { name: "v", in: "query", schema: z.optional(z.string()) },
  ],
  responses: { 200: { schema: pageTextsSchema, headers: ["ETag"] }, 304: { headers: ["ETag"] } },
  problems: ["not_found"],
} as const;

/** Open pages poll it; client/builds reloads pages of an older build. */
buildRoutes.get(paths.latestBuild(), describeRoute(GET_LATEST_BUILD), (c) => {
  return c.json(getVersion(c.env), 200, { "cache-control": "no-store" });
});

/** The files that the next deployment copies, for open pages of this build (dev/launch/deployment.ts). */
buildRoutes.get(paths.buildFiles(), describeRoute(GET_BUILD_FILES), (c) =>
  c.json(listHashedFiles(), 200, { "cache-control": "no-store" }),
);

/**
 * The texts of a page (a folder of locales/) in one language. With this build's id (`?v=`) they are immutable. Without
 * it, or with another build's, clients must revalidate.
 */
buildRoutes.get(paths.texts(":page", ":locale"), describeRoute(GET_TEXTS), (c) => {
  const locale = c.req.param("locale");
  const texts = isLocale(locale) ? findPageTexts(c.req.param("page") ?? "", locale) : null;
  if (!texts) throw new Refused({ code: "not_found" });
  const { id } = getVersion(c.env);
  const etag = `"${id}"`;
  c.header("etag", etag);
  c.header(
    "cache-control",
    c.req.query("v") === id ? "public, max-age=31536000, immutable" : "public, no-cache",
  );
  if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  return c.json(texts);
});
