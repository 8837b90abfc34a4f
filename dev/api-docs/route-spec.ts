import type { DescribeRouteOptions, resolver } from "hono-openapi";
import * as z from "zod/mini";
import type { RouteDescription } from "@/http/describe-route";
import { ERROR_STATUS, type ErrorCode } from "@/shared/errors";
import { problemSchema } from "@/shared/schemas/json";

type Parameter = NonNullable<RouteDescription["parameters"]>[number];
type ApiResponse = RouteDescription["responses"][number];

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

/** A call as hono-openapi describes it. */
export function toRouteSpec(call: RouteDescription): DescribeRouteOptions {
  return {
    tags: [call.tag],
    security: [
      ...(call.auth ?? []).map((name) => ({ [name]: [] })),
      ...(call.anonymous || !call.auth?.length ? [{}] : []),
    ],
    parameters: [...(call.parameters ?? []), ...(call.idempotent ? [IDEMPOTENCY_KEY] : [])].map(
      (parameter) => ({
        name: parameter.name,
        in: parameter.in,
        required: !parameter.schema?.safeParse(undefined).success,
        schema: jsonSchema(parameter.schema ?? z.string(), "input").schema,
      }),
    ),
    ...(call.body
      ? {
          requestBody: {
            required: call.body.required ?? true,
            content: content(call.body.schema, call.body.type ?? JSON_TYPE, "input"),
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(call.responses).map(([status, answer]) => [status, toResponse(answer)]),
      ),
      ...Object.fromEntries(listProblems(call).map((code) => [ERROR_STATUS[code], toProblemResponse(code)])),
    },
  };
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  schema: z.optional(z.string().check(z.maxLength(255))),
};

/**
 * The errors that a call declares, and those of its body's type and of idempotency. Statuses for which the call has a
 * schema are left out.
 */
function listProblems({ body, idempotent, responses, problems = [] }: RouteDescription): ErrorCode[] {
  const type = body && (body.type ?? JSON_TYPE);
  return [
    ...new Set<ErrorCode>([
      ...problems,
      ...(idempotent || type === JSON_TYPE ? (["malformed"] as const) : []),
      ...(idempotent ? (["conflict"] as const) : []),
      ...(body ? (["too_large", "unsupported"] as const) : []),
    ]),
  ]
    .filter((code) => !(ERROR_STATUS[code] in responses))
    .sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
}

const PROBLEM_HEADERS: Partial<Record<ErrorCode, readonly string[]>> = {
  unauthenticated: ["WWW-Authenticate"],
  // Only tus has a precondition: its version.
  precondition: ["Tus-Version"],
  too_many: ["Retry-After"],
  unavailable: ["Retry-After"],
};

const toProblemResponse = (code: ErrorCode) =>
  toResponse({ schema: problemSchema, type: PROBLEM_TYPE, headers: PROBLEM_HEADERS[code] ?? [] });

function toResponse({ schema, type, headers = [] }: ApiResponse) {
  return {
    description: "",
    headers: Object.fromEntries(
      headers.map((name) => [name, { required: true, schema: { type: "string" as const } }]),
    ),
    ...(schema || type ? { content: content(schema, type ?? JSON_TYPE, "output") } : {}),
  };
}

/**
 * hono-openapi calls `toOpenAPISchema` when it creates the document, and adds the returned components to it. Its own
 * `resolver` would load converters by dynamic import.
 */
function content(
  schema: z.ZodMiniType | undefined,
  types: string | readonly string[],
  io: "input" | "output",
) {
  const late = schema && { toOpenAPISchema: async () => jsonSchema(schema, io) };
  const described = late ? { schema: late as unknown as ReturnType<typeof resolver> } : {};
  return Object.fromEntries([types].flat().map((type) => [type, described]));
}

type Direction = "input" | "output";
type Converted = { schema: object; components: { schemas?: Record<string, object> } };

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. `input` describes requests; `output` describes
 * responses, whose objects have no additional properties. Schemas with an ID in `z.globalRegistry` become
 * components.
 */
function jsonSchema(schema: z.ZodMiniType, io: Direction): Converted {
  const { $schema: _, $defs, ...rest } = convert(schema, io);
  return {
    schema: moveToComponents(rest),
    components: $defs ? { schemas: moveToComponents($defs as Record<string, object>) } : {},
  };
}

function convert(schema: z.core.$ZodType, io: Direction) {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // The bounds of safe integers carry no information.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { def } = zodSchema._zod;
      if (io === "input" && def.type === "pipe" && jsonSchema.type === "string") {
        Object.assign(jsonSchema, getBounds(def.out));
      }
      // The format is shorter and well known.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
}

/** Bounds of a string after trimming: they hold for the sent string too, except for blanks around it. */
function getBounds(out: z.core.$ZodType): object {
  const { minLength, maxLength, format } = convert(out, "input");
  return Object.fromEntries(
    Object.entries({ minLength, maxLength, format }).filter(([, value]) => value !== undefined),
  );
}

/** Points references to definitions at the document's components. */
function moveToComponents<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}
