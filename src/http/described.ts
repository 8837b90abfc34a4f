import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "@/context";
import type { ErrorCode } from "@/shared/errors";

/** How a call may be authenticated; several are alternatives, none means public. */
type Credential = "bearer" | "cookie" | "address";

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  /** Text by default. A parameter is required unless its schema is optional. */
  schema?: z.ZodType;
};

type Answer = {
  /** The body's schema and media type (JSON by default); no body without both. A file has a type and no schema. */
  schema?: z.ZodType;
  type?: string;
  /** Headers of every such answer. */
  headers?: readonly string[];
};

export type DescribedCall = {
  tag: Tag;
  auth?: readonly Credential[];
  /** Whether the call also works without credentials. */
  anonymous?: boolean;
  parameters?: readonly Parameter[];
  body?: { schema?: z.ZodType; type?: string; required?: boolean };
  answers: Readonly<Record<number, Answer>>;
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
  "posts",
  "testimonials",
  "contact",
  "orders",
  "analytics",
  "moderation",
  "follow-up",
  "storage",
  "data",
  "site",
  "webhooks",
] as const;
type Tag = (typeof TAGS)[number];

const CALL = Symbol("call");

/**
 * Marks a route with its entry in the OpenAPI document, made from the route's own schemas. The client build generates
 * the document (`dev/api-docs`); requests are not affected.
 */
export const described = (call: DescribedCall): MiddlewareHandler<AppEnv> =>
  Object.assign<MiddlewareHandler<AppEnv>, { [CALL]: DescribedCall }>((_c, next) => next(), { [CALL]: call });

/** The call of a marked route handler. */
export const callOf = (handler: object): DescribedCall | undefined =>
  (handler as { [CALL]?: DescribedCall })[CALL];
