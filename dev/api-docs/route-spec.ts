import type { DescribeRouteOptions, resolver } from "hono-openapi";
import * as z from "zod";
import type { DescribedCall } from "@/http/described";
import { ERROR_STATUS, type ErrorCode } from "@/shared/errors";
import { problemSchema } from "@/shared/schemas/problem";

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

type Direction = "input" | "output";
type Converted = { schema: object; components: { schemas?: Record<string, object> } };

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1: `input` is what a caller may send, `output` what
 * they get, where objects have no other properties than those named. Schemas with an id of their own
 * (`.meta({ id: "User" })`) become components of the document, referred to by that name.
 */
function jsonSchema(schema: z.ZodType, io: Direction): Converted {
  const { $schema: _, $defs, ...rest } = convert(schema, io);
  return {
    schema: inComponents(rest),
    components: $defs ? { schemas: inComponents($defs as Record<string, object>) } : {},
  };
}

function convert(schema: z.core.$ZodType, io: Direction) {
  return z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // The bounds of whole numbers as such say nothing about the call.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { def } = zodSchema._zod;
      if (io === "input" && def.type === "pipe" && jsonSchema.type === "string") {
        Object.assign(jsonSchema, bounds(def.out));
      }
      // The format says it shorter, and as readers know it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
}

/** What holds for a text once it is tidied up holds, but for blanks around it, for what is sent. */
function bounds(out: z.core.$ZodType): object {
  const { minLength, maxLength, format } = convert(out, "input");
  return Object.fromEntries(
    Object.entries({ minLength, maxLength, format }).filter(([, value]) => value !== undefined),
  );
}

/** Definitions move into the document's components, and so do the references to them. */
function inComponents<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}
