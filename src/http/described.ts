import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "@/context";
import type { ErrorCode } from "@/shared/errors";

/** What a call may be authenticated by; several are alternatives, none means that anybody may call. */
type Credential = "bearer" | "cookie" | "address";

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  /** A text by default. A parameter is required unless its schema is optional. */
  schema?: z.ZodType;
};

type Answer = {
  /** The body's schema and media type (JSON by default); no body without both. A file has a type and no schema. */
  schema?: z.ZodType;
  type?: string;
  /** Headers that every such answer has. */
  headers?: readonly string[];
};

export type Call = {
  tag: Tag;
  auth?: readonly Credential[];
  /** Whether a caller without credentials gets an answer, too. */
  anybody?: boolean;
  parameters?: readonly Parameter[];
  body?: { schema?: z.ZodType; type?: string; required?: boolean };
  answers: Readonly<Record<number, Answer>>;
  /** How the call may be refused, each an `application/problem+json`; what its body's form calls for is added. */
  problems?: readonly ErrorCode[];
  /** POSTs that create something take an Idempotency-Key. */
  idempotent?: boolean;
};

/** The chapters of the document, in its order. */
export const TAGS = [
  "sessions",
  "accounts",
  "people",
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
 * Marks a route with its entry in the OpenAPI document, made from the schemas that the route itself reads with. The
 * document is generated when the client is built (`dev/api-docs`); a request passes the mark untouched.
 */
export const described = (call: Call): MiddlewareHandler<AppEnv> =>
  Object.assign<MiddlewareHandler<AppEnv>, { [CALL]: Call }>((_c, next) => next(), { [CALL]: call });

/** The call that a route's handler is marked with. */
export const callOf = (handler: object): Call | undefined => (handler as { [CALL]?: Call })[CALL];
