import * as z from "zod/mini";
import type { RouteDescription } from "@/http/describe-route";
import { ERROR_STATUS, type ErrorCode } from "@/shared/errors";
import { problemSchema } from "@/shared/schemas/json";
import type { ApiResponse, JsonSchema, Operation } from "./openapi";

type RouteParameter = NonNullable<RouteDescription["parameters"]>[number];
type ResponseDescription = RouteDescription["responses"][number];
/** Schemas by the name of their component. */
type Components = Record<string, JsonSchema>;

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

/** A call as OpenAPI describes it, without texts. Adds the components to which its schemas refer. */
export function toOperation(
  path: string,
  call: RouteDescription,
  components: Components,
): Omit<Operation, "operationId"> {
  const responses = {
    ...Object.fromEntries(
      Object.entries(call.responses).map(([status, answer]) => [status, toResponse(answer, components)]),
    ),
    ...Object.fromEntries(
      listProblems(call).map((code) => [ERROR_STATUS[code], toProblemResponse(code, components)]),
    ),
  };
  return {
    tags: [call.tag],
    security: [
      ...(call.auth ?? []).map((name) => ({ [name]: [] })),
      ...(call.anonymous || !call.auth?.length ? [{}] : []),
    ],
    parameters: listParameters(path, call).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: !parameter.schema?.safeParse(undefined).success,
      schema: toJsonSchema(parameter.schema ?? z.string(), "input", components),
    })),
    ...(call.body
      ? {
          requestBody: {
            required: call.body.required ?? true,
            content: toContent(call.body.schema, call.body.type ?? JSON_TYPE, "input", components),
          },
        }
      : {}),
    responses,
  };
}

const IDEMPOTENCY_KEY: RouteParameter = {
  name: "Idempotency-Key",
  in: "header",
  schema: z.optional(z.string().check(z.maxLength(255))),
};

/** The parameters that a call declares, and the others of its path, which are texts. */
function listParameters(path: string, { parameters = [], idempotent }: RouteDescription): RouteParameter[] {
  const declared = [...parameters, ...(idempotent ? [IDEMPOTENCY_KEY] : [])];
  const ofPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => ({ name, in: "path" as const }));
  return [...declared, ...ofPath.filter(({ name }) => !declared.some((known) => known.name === name))];
}

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

const toProblemResponse = (code: ErrorCode, components: Components): ApiResponse =>
  toResponse({ schema: problemSchema, type: PROBLEM_TYPE, headers: PROBLEM_HEADERS[code] ?? [] }, components);

function toResponse(
  { schema, type, headers = [] }: ResponseDescription,
  components: Components,
): ApiResponse {
  return {
    description: "",
    headers: Object.fromEntries(
      headers.map((name) => [name, { required: true, schema: { type: "string" } }]),
    ),
    ...(schema || type ? { content: toContent(schema, type ?? JSON_TYPE, "output", components) } : {}),
  };
}

function toContent(
  schema: z.ZodMiniType | undefined,
  types: string | readonly string[],
  io: Direction,
  components: Components,
): Record<string, { schema?: JsonSchema }> {
  return Object.fromEntries(
    [types].flat().map((type) => [type, schema ? { schema: toJsonSchema(schema, io, components) } : {}]),
  );
}

type Direction = "input" | "output";

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. `input` describes requests; `output` describes
 * responses, whose objects have no additional properties. Schemas with an ID in `z.globalRegistry` become
 * components.
 */
function toJsonSchema(schema: z.ZodMiniType, io: Direction, components: Components): JsonSchema {
  const { $schema: _, $defs = {}, ...rest } = moveToComponents(convert(schema, io));
  Object.assign(components, $defs);
  return rest as JsonSchema;
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
