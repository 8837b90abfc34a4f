import type { MiddlewareHandler } from "hono";
import type * as z from "zod/mini";
import type { AppEnv } from "@/context";
import type { ErrorCode } from "@/shared/errors";

/** How a call may be authenticated; several are alternatives, none means public. */
type Credential = "bearer" | "cookie" | "address";

type RouteParameter = {
  name: string;
  in: "path" | "query" | "header";
  /** Text by default. A parameter is required unless its schema is optional. */
  schema?: z.ZodMiniType;
};

type ResponseDescription = {
  /** The body's schema and media types (JSON by default); no body without both. A file has types and no schema. */
  schema?: z.ZodMiniType;
  type?: string | readonly string[];
  /** Headers of every such response. */
  headers?: readonly string[];
};

export type RouteDescription = {
  tag: Tag;
  auth?: readonly Credential[];
  /** Whether the call also works without credentials. */
  anonymous?: boolean;
  parameters?: readonly RouteParameter[];
  body?: { schema?: z.ZodMiniType; type?: string | readonly string[]; required?: boolean };
  responses: Readonly<Record<number, ResponseDescription>>;
  /** Possible refusals, each an `application/problem+json`; those of the body's type are added. */
  problems?: readonly ErrorCode[];
  /** POSTs that create something take an Idempotency-Key. */
  idempotent?: boolean;
};

/** The sections of the OpenAPI document, in order. */
export const TAGS = [
  "sessions",
  "accounts",
  "users",
  "listings",
  "enquiries",
  "shortlist",
  "alerts",
  "reviews",
  "verifications",
  "posts",
  "testimonials",
  "contact",
  "orders",
  "analytics",
  "notifications",
  "searches",
  "moderation",
  "follow-up",
  "storage",
  "data",
  "site",
  "webhooks",
] as const;
type Tag = (typeof TAGS)[number];

const DESCRIPTION = Symbol("route description");

/**
 * Marks a route with its entry in the OpenAPI document, made from the route's own schemas. `src/api-docs`
 * generates the document; requests are not affected.
 */
export const describeRoute = (description: RouteDescription): MiddlewareHandler<AppEnv> =>
  Object.assign<MiddlewareHandler<AppEnv>, object>((_c, next) => next(), { [DESCRIPTION]: description });

/** The description of a marked route handler. */
export const findRouteDescription = (handler: object): RouteDescription | undefined =>
  (handler as { [DESCRIPTION]?: RouteDescription })[DESCRIPTION];
