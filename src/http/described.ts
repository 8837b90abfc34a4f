import type { MiddlewareHandler } from "hono";
import { describeRoute } from "hono-openapi";
import { z } from "zod";
import type { AppEnv } from "@/context";
import { ERROR_STATUS, type ErrorCode } from "@/shared/errors";
import { problemSchema } from "@/shared/schemas/problem";

/** What a call may be authenticated by; several are alternatives, none means that anybody may call. */
type Credential = "bearer" | "cookie";

type Parameter = { name: string; in: "path" | "query" | "header"; about: string; schema?: z.ZodType };

type Answer = {
  about: string;
  /** The body's schema and media type (JSON by default); no body without. */
  schema?: z.ZodType;
  type?: string;
  headers?: Record<string, string>;
};

export type Call = {
  tag: "accounts" | "people" | "sessions" | "storage" | "data" | "listings" | "webhooks";
  summary: string;
  about?: string;
  auth?: readonly Credential[];
  /** Whether a caller without credentials gets an answer, too. */
  anybody?: boolean;
  parameters?: readonly Parameter[];
  body?: { schema: z.ZodType; type?: string; required?: boolean };
  answers: Readonly<Record<number, Answer>>;
  /** How the call may be refused, each an `application/problem+json`. */
  problems?: readonly ErrorCode[];
  /** POSTs that create something take an Idempotency-Key. */
  idempotent?: boolean;
};

/** A call's own entry in the OpenAPI document, made from the schemas that the verb itself reads with. */
export function described(call: Call): MiddlewareHandler<AppEnv> {
  const problems = (call.problems ?? []).map((code) => [ERROR_STATUS[code], code] as const);
  return describeRoute({
    tags: [call.tag],
    summary: call.summary,
    ...(call.about ? { description: call.about } : {}),
    security: [
      ...(call.auth ?? []).map((name) => ({ [name]: [] })),
      ...(call.anybody || !call.auth?.length ? [{}] : []),
    ],
    parameters: [...(call.parameters ?? []), ...(call.idempotent ? [IDEMPOTENCY_KEY] : [])].map((one) => ({
      name: one.name,
      in: one.in,
      description: one.about,
      required: one.in === "path" || (one.schema !== undefined && !one.schema.isOptional()),
      schema: jsonSchema(one.schema ?? z.string(), "input"),
    })),
    ...(call.body
      ? {
          requestBody: {
            required: call.body.required ?? true,
            content: {
              [call.body.type ?? "application/json"]: { schema: jsonSchema(call.body.schema, "input") },
            },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(Object.entries(call.answers).map(([status, answer]) => [status, said(answer)])),
      ...Object.fromEntries(
        problems.map(([status, code]) => [
          status,
          said({ about: code.replaceAll("_", " "), schema: problemSchema, type: "application/problem+json" }),
        ]),
      ),
    },
  }) as MiddlewareHandler<AppEnv>;
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  about: "The same key and body get the same answer for a day.",
  schema: z.string().max(255).optional(),
};

function said({ about, schema, type = "application/json", headers }: Answer) {
  return {
    description: about,
    ...(headers
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [
              name,
              { description: text, schema: { type: "string" as const } },
            ]),
          ),
        }
      : {}),
    ...(schema ? { content: { [type]: { schema: jsonSchema(schema, "output") } } } : {}),
  };
}

/** OpenAPI 3.1 speaks JSON Schema 2020-12; `input` is what a caller may send, `output` what they get. */
function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as object;
}
