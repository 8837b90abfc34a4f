import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { isAdmin } from "@/auth/access";
import type { AppEnv, Ctx } from "@/context";
import { findVisibleListing, serializeListing } from "@/features/listings";
import { findDocumentKind, getDocument, MAX_DOCUMENT_BODY } from "@/features/settings";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { declareCall } from "@/http/declare-call";
import { problem } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { getFound, getOrThrow, Refused } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import {
  documentConflictSchema,
  documentInputSchema,
  listingsExportSchema,
  ordersExportSchema,
  postsExportSchema,
  settingsDocumentSchema,
  testimonialsExportSchema,
} from "@/shared/schemas/data";
import { listingJsonSchema } from "@/shared/schemas/listing-json";
import {
  type CollectionPages,
  countExport,
  listingPages,
  orderPages,
  postPages,
  streamPages,
  testimonialPages,
} from "./collections";
import { parseDataPath } from "./parse-data-path";
import { putDocument } from "./put-document";

const format = z.literal("export");
/** `app_check` is accepted and ignored, because clients send it with every request. */
const EXPORT_QUERY = { format, app_check: z.optional(z.string()) };

/** The site's data by path: public exports, admin exports, and settings documents that admins edit. */
export const dataApi = new Hono<AppEnv>();
type C = Context<AppEnv>;

// For every data URL, those of other features too: the URL may contain a token.
dataApi.use(paths.dataFile("*"), routeOptions({ queryToken: true }), async (c, next) => {
  c.header("cache-control", "no-store");
  c.header("referrer-policy", "no-referrer");
  if (!parseDataPath(c.get("path"))) throw new Refused({ code: "malformed", reason: "invalid_key" });
  await next();
});

const PUBLIC_EXPORT = {
  method: "GET",
  tag: "data",
  access: "public",
  rawQuery: EXPORT_QUERY,
  problems: ["too_many"],
} as const;
const WRONG_FORMAT = "The `format` is not `export` (`unknown_format`).";

declareCall(dataApi, {
  ...PUBLIC_EXPORT,
  path: paths.exportData("listings"),
  summary: "Export all public listings",
  description:
    "One object with each listing by its ID. The response is streamed. At most 60 exports per hour and network.",
  responses: {
    200: { description: "The listings, by ID.", schema: listingsExportSchema },
    400: WRONG_FORMAT,
  },
  handler: ({ c }) => sendPublicCollection(c, listingPages),
});

declareCall(dataApi, {
  ...PUBLIC_EXPORT,
  path: paths.exportData("blog"),
  summary: "Export all published posts",
  description: "One object with each post by its ID, in both languages.",
  responses: {
    200: { description: "The posts, by ID.", schema: postsExportSchema },
    400: WRONG_FORMAT,
  },
  handler: ({ c }) => sendPublicCollection(c, postPages),
});

declareCall(dataApi, {
  ...PUBLIC_EXPORT,
  path: paths.exportData("testimonials"),
  summary: "Export all published testimonials",
  responses: {
    200: { description: "The testimonials, by ID.", schema: testimonialsExportSchema },
    400: WRONG_FORMAT,
  },
  handler: ({ c }) => sendPublicCollection(c, testimonialPages),
});

declareCall(dataApi, {
  method: "GET",
  path: paths.dataFile("listings/:file"),
  tag: "data",
  summary: "Export a public listing",
  access: "public",
  params: { file: "ID of the listing followed by `.json`." },
  rawQuery: EXPORT_QUERY,
  responses: {
    200: { description: "The listing.", schema: listingJsonSchema },
    400: "The `format` is not `export` (`unknown_format`), or the key is invalid: empty, longer than 768 bytes, or with one of `. # $ / [ ]`, encoded or not (`invalid_key`).",
    404: "The listing does not exist or is not public.",
  },
  async handler({ c, ctx }) {
    const id = getName(c);
    requireExport(c);
    const listing = getFound(ID_PATTERN.test(id) ? await findVisibleListing(ctx, id) : null);
    allowCaching(c);
    return serializeListing(listing, ctx.now);
  },
});

const ADMIN_CALL = {
  tag: "data",
  access: "admin",
  credentials: ["bearer", "address"],
  unauthenticatedReason: "permission_denied",
} as const;

declareCall(dataApi, {
  ...ADMIN_CALL,
  method: "GET",
  path: paths.exportData("orders"),
  summary: "Export all orders",
  description: "For admins. One object with each order by its ID.",
  rawQuery: EXPORT_QUERY,
  responses: {
    200: { description: "The orders, by ID.", schema: ordersExportSchema },
    400: WRONG_FORMAT,
  },
  handler({ c, ctx, user }) {
    requireExport(c);
    return sendPages(c, orderPages(ctx, user));
  },
});

declareCall(dataApi, {
  ...ADMIN_CALL,
  method: "GET",
  path: paths.dataFile("settings/:file"),
  summary: "Get a settings document",
  description:
    "For admins. The documents are `packages` (with the caps), `vat`, `seller`, `limits` and `banned-words`. `format` is optional.",
  params: { file: "Name of the document followed by `.json`." },
  rawQuery: { ...EXPORT_QUERY, format: z.optional(format) },
  responses: {
    200: { description: "The current document.", schema: settingsDocumentSchema },
    400: "The `format` is not `export`, or the key is invalid (`invalid_key`).",
    404: "The document does not exist (`nodata`).",
  },
  async handler({ c, ctx }) {
    const kind = findDocumentKind(`settings/${getName(c)}`);
    // The export of a document is the document with its version, so `format` is optional.
    if (c.req.query("format") !== undefined) requireExport(c);
    const { version, value } = await getDocument(ctx, kind ?? refuseUnknown());
    return { version, value };
  },
});

declareCall(dataApi, {
  ...ADMIN_CALL,
  method: "PUT",
  path: paths.dataFile("settings/:file"),
  summary: "Write a settings document",
  description:
    "For admins. With a `version`, only that version is replaced. Without it, the current version is replaced, with up to 25 retries after concurrent writes. All versions are stored.",
  credentials: ["bearer"],
  params: { file: "Name of the document followed by `.json`." },
  rawQuery: { app_check: EXPORT_QUERY.app_check },
  options: {
    maxBody: ({ user }) => (isAdmin(user) ? MAX_DOCUMENT_BODY : DEFAULT_MAX_BODY_BYTES),
    tooLarge: () => ({ code: "too_large", reason: "set" }),
  },
  rawBody: documentInputSchema,
  responses: {
    200: { description: "The new document.", schema: settingsDocumentSchema },
    404: "The document does not exist (`nodata`).",
    409: {
      description:
        "Another version was written first (`datastale`, with the current one), or 25 retries failed (`maxretry`).",
      schema: documentConflictSchema,
      type: "application/problem+json",
    },
    413: "The body is too large (`set`).",
    422: "The document is invalid, or larger than a row of the database (`set`).",
  },
  async handler({ c, ctx, rawBody }) {
    const kind = findDocumentKind(`settings/${getName(c)}`) ?? refuseUnknown();
    const saved = await putDocument(ctx, kind, rawBody);
    if (!saved.ok && saved.refusal.reason === "datastale") {
      const { version, value } = await getDocument(ctx, kind);
      return problem(c, saved.refusal, { version, value });
    }
    const { version, value } = getOrThrow(saved);
    return { version, value };
  },
});

/** The last part of the path, without `.json`. @throws Refused `not_found` without this extension. */
function getName(c: C): string {
  const file = c.req.param("file") ?? "";
  if (!file.endsWith(".json")) throw new Refused({ code: "not_found" });
  return file.slice(0, -".json".length);
}

function refuseUnknown(): never {
  throw new Refused({ code: "not_found", reason: "nodata" });
}

function requireExport(c: C): void {
  if (c.req.query("format") !== "export") throw new Refused({ code: "malformed", reason: "unknown_format" });
}

/** Lets clients cache public data for a minute, unless the request had a token. */
function allowCaching(c: C): void {
  const hasToken = c.req.query("auth") !== undefined || c.req.header("authorization") !== undefined;
  if (!hasToken) c.header("cache-control", "public, max-age=60");
}

async function sendPublicCollection(c: C, pages: (ctx: Ctx) => CollectionPages): Promise<Response> {
  const { ctx } = c.var;
  requireExport(c);
  const counted = await countExport(ctx);
  if (!counted.ok) return problem(c, counted.refusal);
  const response = sendPages(c, pages(ctx));
  allowCaching(c);
  return response;
}

const sendPages = async (c: C, pages: CollectionPages): Promise<Response> =>
  c.body(await streamPages(pages, c.var.ctx.log), 200, { "content-type": "application/json" });
