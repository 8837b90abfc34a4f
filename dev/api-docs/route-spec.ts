import type { DescribeRouteOptions, resolver } from "hono-openapi";
import * as z from "zod";
import type { DescribedCall } from "@/http/described";
import { ERROR_STATUS, type ErrorCode } from "@/shared/errors";
import { problemSchema } from "@/shared/schemas/problem";
import { jsonSchema } from "./json-schema";

type Parameter = NonNullable<DescribedCall["parameters"]>[number];
type Answer = DescribedCall["answers"][number];

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

/** A call as hono-openapi describes it. */
export function toRouteSpec(call: DescribedCall): DescribeRouteOptions {
  return {
    tags: [call.tag],
    security: [
      ...(call.auth ?? []).map((name) => ({ [name]: [] })),
      ...(call.anonymous || !call.auth?.length ? [{}] : []),
    ],
    parameters: [...(call.parameters ?? []), ...(call.idempotent ? [IDEMPOTENCY_KEY] : [])].map((one) => ({
      name: one.name,
      in: one.in,
      required: !one.schema?.isOptional(),
      schema: jsonSchema(one.schema ?? z.string(), "input").schema,
    })),
    ...(call.body
      ? {
          requestBody: {
            required: call.body.required ?? true,
            content: content(call.body.schema, call.body.type ?? JSON_TYPE, "input"),
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(Object.entries(call.answers).map(([status, answer]) => [status, said(answer)])),
      ...Object.fromEntries(problemsOf(call).map((code) => [ERROR_STATUS[code], refused(code)])),
    },
  };
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  schema: z.string().max(255).optional(),
};

/**
 * The refusals a call names, and those that come with a body of its kind or with a key; without what the call itself
 * gives a schema for.
 */
function problemsOf({ body, idempotent, answers, problems = [] }: DescribedCall): ErrorCode[] {
  const type = body && (body.type ?? JSON_TYPE);
  return [
    ...new Set<ErrorCode>([
      ...problems,
      ...(idempotent || type === JSON_TYPE ? (["malformed"] as const) : []),
      ...(idempotent ? (["conflict"] as const) : []),
      ...(body ? (["too_large", "unsupported"] as const) : []),
    ]),
  ]
    .filter((code) => !(ERROR_STATUS[code] in answers))
    .sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

const PROBLEM_HEADERS: Partial<Record<ErrorCode, readonly string[]>> = {
  unauthenticated: ["WWW-Authenticate"],
  // Only tus asks for something beforehand: its version.
  precondition: ["Tus-Version"],
  too_many: ["Retry-After"],
  unavailable: ["Retry-After"],
};

const refused = (code: ErrorCode) =>
  said({ schema: problemSchema, type: PROBLEM_TYPE, headers: PROBLEM_HEADERS[code] ?? [] });

function said({ schema, type, headers = [] }: Answer) {
  return {
    description: "",
    headers: Object.fromEntries(
      headers.map((name) => [name, { required: true, schema: { type: "string" as const } }]),
    ),
    ...(schema || type ? { content: content(schema, type ?? JSON_TYPE, "output") } : {}),
  };
}

/**
 * hono-openapi asks an object with `toOpenAPISchema` for its schema when it makes the document, and puts the
 * components it comes with among the document's. Its own `resolver` would load converters by dynamic import.
 */
function content(schema: z.ZodType | undefined, type: string, io: "input" | "output") {
  const late = schema && { toOpenAPISchema: async () => jsonSchema(schema, io) };
  return { [type]: late ? { schema: late as unknown as ReturnType<typeof resolver> } : {} };
}
