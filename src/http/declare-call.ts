import type { Context, Hono, MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { requireAdmin, requireTeacher, requireUser } from "@/auth/access";
import type { AppEnv, Ctx, SignedInUser } from "@/context";
import { type ErrorCode, getOrThrow, Refused } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { idempotent } from "./idempotency";
import { idParam, readJson, readOptionalJson } from "./requests";
import { problem } from "./responses";
import { type RouteOptions, routeOptions } from "./route-options";

/**
 * Who may call. `optional`: with an access token the call does more. `cookie`: the handler checks the session cookie.
 */
type Access = "public" | "optional" | "cookie" | "user" | "teacher" | "admin";

/** How the caller may authenticate; several are alternatives. */
type Credential = "bearer" | "cookie" | "address";

/** By name: the description of a required text, or a schema with `z.describe`. */
type CallParameters = Readonly<Record<string, string | z.ZodMiniType>>;

export type CallResponse = {
  description: string;
  /** The body's schema and media types (JSON by default); no body without both. A file has types and no schema. */
  schema?: z.ZodMiniType;
  type?: string | readonly string[];
  /** Headers of every such response. */
  headers?: readonly string[];
};

/** By status. A text describes a refusal, an `application/problem+json`. */
type Responses = Readonly<Record<number, CallResponse | string>>;

/** A JSON call as the OpenAPI document describes it. Texts are English; `text` in backquotes is code. */
export type CallDeclaration = {
  method: "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  tag: Tag;
  summary: string;
  description?: string;
  access: Access;
  /** By default the access token in the header. */
  credentials?: readonly Credential[];
  /** The `reason` of the 401. */
  unauthenticatedReason?: string;
  /** Parameters of the path that need a description. */
  params?: CallParameters;
  /** Whether `:id` may be any text. Otherwise text that can't be an ID of this site gets 404 before the handler. */
  anyId?: boolean;
  /** The query, checked before the handler. */
  query?: z.ZodMiniObject;
  /** Parameters of the query that the handler reads: it corrects or ignores wrong values. */
  rawQuery?: CallParameters;
  headers?: CallParameters;
  /** The JSON body, checked before the handler. */
  body?: z.ZodMiniType;
  /** The body, checked by the function that the handler passes it to, because forms call that function too. */
  rawBody?: z.ZodMiniType;
  /** Media types of a body that is not JSON; the handler reads it. */
  bodyType?: string | readonly string[];
  optionalBody?: boolean;
  /** Descriptions of body fields that differ from those in src/api-docs. */
  fields?: Readonly<Record<string, string>>;
  responses: Responses;
  /** Refusals with the usual description, besides those that follow from access, body, query, `:id` and idempotency. */
  problems?: readonly ErrorCode[];
  /** For calls that create something: accepts an Idempotency-Key. */
  idempotent?: boolean;
  options?: RouteOptions;
};

type CallInput<A, B, W, Q> = {
  c: Context<AppEnv>;
  ctx: Ctx;
  user: A extends "user" | "teacher" | "admin" ? SignedInUser : SignedInUser | null;
  /** The path's `:id`. */
  id: string;
  /** With an Idempotency-Key: what the call creates once gets this id, or one derived from it. */
  submissionId: string | undefined;
  query: Q;
  body: B;
  /** The fields of the declared schemas, unchecked. */
  rawBody: { [field in keyof W]?: unknown };
};

/** The JSON body of the declared success, nothing for a response without a body, or any response. */
type Answer<R> =
  | Response
  | { [S in keyof R]: R[S] extends { schema: infer T extends z.ZodMiniType } ? z.output<T> : never }[keyof R]
  // biome-ignore lint/suspicious/noConfusingVoidType: what a handler without `return` returns
  | (204 extends keyof R ? void : never);

type Handler<A, B, W, Q, R> = (input: CallInput<A, B, W, Q>) => Answer<R> | Promise<Answer<R>>;

/** The sections of the OpenAPI document, in order. */
export const TAGS = [
  "sessions",
  "accounts",
  "users",
  "invitations",
  "listings",
  "enquiries",
  "shortlist",
  "alerts",
  "requests",
  "reviews",
  "verifications",
  "posts",
  "testimonials",
  "contact",
  "orders",
  "analytics",
  "notifications",
  "searches",
  "prices",
  "moderation",
  "follow-up",
  "storage",
  "data",
  "site",
  "webhooks",
] as const;
export type Tag = (typeof TAGS)[number];

/** The cursor of a page, for `rawQuery`. An invalid one is ignored. */
export const CURSOR = z.optional(z.string());

const DECLARATION = Symbol("call declaration");

/**
 * Adds a JSON call to an app: checks access, the idempotency key, the ID, the query and the body, in this order, and
 * answers with what the handler returns or refuses. `src/api-docs` describes the call from the same declaration.
 */
export function declareCall<
  const A extends Access,
  const R extends Responses,
  B extends z.ZodMiniType = z.ZodMiniType,
  W extends z.ZodMiniType = B,
  Q extends z.ZodMiniObject = z.ZodMiniObject,
>(
  app: Hono<AppEnv>,
  {
    handler,
    ...call
  }: CallDeclaration & { access: A; responses: R; body?: B; rawBody?: W; query?: Q } & {
    handler: Handler<A, z.output<B>, z.input<W>, z.output<Q>, R>;
  },
): void {
  const checkAccess: MiddlewareHandler<AppEnv> = async (c, next) => {
    // Personal data, or a response that depends on the visitor. The handler may allow caching.
    c.header("cache-control", "no-store");
    requireAccess(c.get("ctx"), call);
    await next();
  };
  const options = call.access === "cookie" ? { cookieAuth: true, ...call.options } : (call.options ?? {});
  app.on(
    call.method,
    call.path,
    routeOptions(options),
    Object.assign(checkAccess, { [DECLARATION]: call }),
    ...(call.idempotent ? [idempotent] : []),
    (c) => respond(c, call, handler as Handler<Access, unknown, unknown, unknown, Responses>),
  );
}

/** The declaration of a call, by the route handler that checks its access. */
export const findDeclaration = (handler: object): CallDeclaration | undefined =>
  (handler as { [DECLARATION]?: CallDeclaration })[DECLARATION];

const ACCESS_CHECKS: Partial<Record<Access, (ctx: Ctx) => SignedInUser>> = {
  user: requireUser,
  teacher: requireTeacher,
  admin: requireAdmin,
};

/** @throws Refused `unauthenticated` or `forbidden` */
function requireAccess(ctx: Ctx, { access, unauthenticatedReason: reason }: CallDeclaration): void {
  const check = ACCESS_CHECKS[access];
  if (check && !ctx.user && reason) throw new Refused({ code: "unauthenticated", reason });
  check?.(ctx);
}

/** Whether the declaration checks that the path's `:id` is an ID. */
export const hasCheckedId = ({ path, anyId }: CallDeclaration): boolean => path.includes(":id") && !anyId;

async function respond(
  c: Context<AppEnv>,
  call: CallDeclaration,
  handler: Handler<Access, unknown, unknown, unknown, Responses>,
): Promise<Response> {
  const ctx = c.get("ctx");
  try {
    const id = hasCheckedId(call) ? idParam(c) : (c.req.param("id") ?? "");
    const submissionId = c.get("submissionId");
    const query = call.query && getOrThrow(validate(call.query, c.req.query()));
    const rawBody = await readBody(c, call);
    const body = call.body && getOrThrow(validate(call.body, rawBody));
    const result = await handler({ c, ctx, user: ctx.user, id, submissionId, query, body, rawBody });
    if (result instanceof Response) return result;
    const status = getSuccessStatus(call);
    return result === undefined ? c.body(null, status as 204) : c.json(result, status as 200);
  } catch (error) {
    if (error instanceof Refused) return problem(c, error.refusal);
    throw error;
  }
}

async function readBody(
  c: Context<AppEnv>,
  { body, rawBody, bodyType, optionalBody }: CallDeclaration,
): Promise<Record<string, unknown>> {
  if (!(body ?? rawBody) || bodyType) return {};
  return optionalBody ? readOptionalJson(c) : readJson(c);
}

/** The first status of the responses, which the others follow. */
const getSuccessStatus = ({ responses }: CallDeclaration): number => Number(Object.keys(responses)[0]);
