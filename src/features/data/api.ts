import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { isAdmin } from "@/auth/guards";
import type { AppEnv, Ctx, SignedInUser } from "@/context";
import { findVisibleListing, serializeListing } from "@/features/listings";
import { findDocumentKind, getDocument, MAX_DOCUMENT_BODY } from "@/features/settings";
import { DEFAULT_MAX_BODY_BYTES } from "@/http/body-limit";
import { describeRoute } from "@/http/describe-route";
import { readJson } from "@/http/requests";
import { problem } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { Refused } from "@/shared/errors";
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

const FORMAT = { name: "format", in: "query", schema: z.literal("export") } as const;
const ANY_FORMAT = { ...FORMAT, schema: z.optional(FORMAT.schema) };
/** Accepted and ignored, because clients send it with every request. */
const APP_CHECK = { name: "app_check", in: "query", schema: z.optional(z.string()) } as const;
const FILE = { name: "file", in: "path" } as const;

const collection = (schema: z.ZodMiniType) =>
  ({
    tag: "data",
    parameters: [FORMAT, APP_CHECK],
    responses: { 200: { schema } },
    problems: ["malformed", "too_many"],
  }) as const;

const GET_LISTINGS = collection(listingsExportSchema);
const GET_POSTS = collection(postsExportSchema);
const GET_TESTIMONIALS = collection(testimonialsExportSchema);

const GET_LISTING_DATA = {
  tag: "data",
  parameters: [FILE, FORMAT, APP_CHECK],
  responses: { 200: { schema: listingJsonSchema } },
  problems: ["malformed", "not_found"],
} as const;

const ADMINS = { tag: "data", auth: ["bearer", "address"] } as const;

const GET_ORDERS = {
  ...ADMINS,
  parameters: [FORMAT, APP_CHECK],
  responses: { 200: { schema: ordersExportSchema } },
  problems: ["malformed", "unauthenticated", "forbidden"],
} as const;

const GET_SETTINGS = {
  ...ADMINS,
  parameters: [FILE, ANY_FORMAT, APP_CHECK],
  responses: { 200: { schema: settingsDocumentSchema } },
  problems: ["malformed", "unauthenticated", "forbidden", "not_found"],
} as const;

const PUT_SETTINGS = {
  tag: "data",
  auth: ["bearer"],
  parameters: [FILE, APP_CHECK],
  body: { schema: documentInputSchema },
  responses: {
    200: { schema: settingsDocumentSchema },
    409: { schema: documentConflictSchema, type: "application/problem+json" },
  },
  problems: ["unauthenticated", "forbidden", "not_found", "invalid"],
} as const;

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

dataApi.get(paths.exportData("listings"), describeRoute(GET_LISTINGS), (c) =>
  sendPublicCollection(c, listingPages),
);
dataApi.get(paths.exportData("blog"), describeRoute(GET_POSTS), (c) => sendPublicCollection(c, postPages));
dataApi.get(paths.exportData("testimonials"), describeRoute(GET_TESTIMONIALS), (c) =>
  sendPublicCollection(c, testimonialPages),
);

dataApi.get(paths.dataFile("listings/:file"), describeRoute(GET_LISTING_DATA), async (c) => {
  const { ctx } = c.var;
  const id = getName(c);
  requireExport(c);
  const listing = ID_PATTERN.test(id) ? await findVisibleListing(ctx, id) : null;
  if (!listing) throw new Refused({ code: "not_found" });
  allowCaching(c);
  return c.json(serializeListing(listing, ctx.now));
});

dataApi.get(paths.exportData("orders"), describeRoute(GET_ORDERS), async (c) => {
  const { ctx } = c.var;
  const admin = requireAdminOfData(ctx);
  requireExport(c);
  return sendPages(c, orderPages(ctx, admin));
});

dataApi.get(paths.dataFile("settings/:file"), describeRoute(GET_SETTINGS), async (c) => {
  const { ctx } = c.var;
  requireAdminOfData(ctx);
  const kind = findDocumentKind(`settings/${getName(c)}`);
  // The export of a document is the document with its version, so `format` is optional.
  if (c.req.query("format") !== undefined) requireExport(c);
  if (!kind) return sendNoData(c);
  const { version, value } = await getDocument(ctx, kind);
  return c.json({ version, value });
});

const documentBody = routeOptions({
  maxBody: ({ user }) => (isAdmin(user) ? MAX_DOCUMENT_BODY : DEFAULT_MAX_BODY_BYTES),
  tooLarge: () => ({ code: "too_large", reason: "set" }),
});

dataApi.put(paths.dataFile("settings/:file"), documentBody, describeRoute(PUT_SETTINGS), async (c) => {
  const { ctx } = c.var;
  requireAdminOfData(ctx);
  const kind = findDocumentKind(`settings/${getName(c)}`);
  if (!kind) return sendNoData(c);
  const saved = await putDocument(ctx, kind, await readJson(c));
  if (saved.ok) return c.json({ version: saved.value.version, value: saved.value.value });
  const { refusal } = saved;
  if (refusal.reason !== "datastale") return problem(c, refusal);
  const { version, value } = await getDocument(ctx, kind);
  return problem(c, refusal, { version, value });
});

/** The last part of the path, without `.json`. @throws Refused `not_found` without this extension. */
function getName(c: C): string {
  const file = c.req.param("file") ?? "";
  if (!file.endsWith(".json")) throw new Refused({ code: "not_found" });
  return file.slice(0, -".json".length);
}

const sendNoData = (c: C) => problem(c, { code: "not_found", reason: "nodata" });

/** @throws Refused `unauthenticated` with `permission_denied`, or `forbidden` */
function requireAdminOfData({ user }: Ctx): SignedInUser {
  if (!user) throw new Refused({ code: "unauthenticated", reason: "permission_denied" });
  if (!isAdmin(user)) throw new Refused({ code: "forbidden", reason: "admins_only" });
  return user;
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
