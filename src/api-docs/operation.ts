import * as z from "zod/mini";
import { type CallDeclaration, type CallResponse, hasCheckedId } from "@/http/declare-call";
import { ERROR_STATUS, type ErrorCode } from "@/shared/errors";
import { problemSchema } from "@/shared/schemas/json";
import type { ApiResponse, Operation, Parameter } from "./openapi";
import { type Components, describeFields, toJsonSchema } from "./schemas";
import { CROSS_SITE_TEXT, HEADER_TEXTS, PARAMETER_TEXTS, PROBLEM_TEXTS, ROLE_TEXTS } from "./texts";

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

/** A call as OpenAPI describes it. Adds the components to which its schemas refer. */
export function toOperation(
  path: string,
  call: CallDeclaration,
  components: Components,
): Omit<Operation, "operationId"> {
  const schema = call.body ?? call.rawBody;
  const content = (types: CallResponse["type"], of: z.ZodMiniType | undefined, io: "input" | "output") =>
    Object.fromEntries(
      [types ?? JSON_TYPE].flat().map((type) => {
        const json = of && toJsonSchema(of, io, components);
        if (json) describeFields(json, call.fields);
        return [type, json ? { schema: json } : {}];
      }),
    );
  const toResponse = ({ description, type, headers = [], ...response }: CallResponse): ApiResponse => ({
    description,
    headers: Object.fromEntries(
      headers.map((name) => [
        name,
        { required: true, schema: { type: "string" }, description: HEADER_TEXTS[name] ?? "" },
      ]),
    ),
    ...(response.schema || type ? { content: content(type, response.schema, "output") } : {}),
  });
  const toProblem = (code: ErrorCode | undefined, description: string) =>
    toResponse({
      description,
      schema: problemSchema,
      type: PROBLEM_TYPE,
      headers: (code && PROBLEM_HEADERS[code]) ?? [],
    });

  const derived = listProblems(call).map((code) => [
    ERROR_STATUS[code],
    toProblem(code, toProblemText(code, call)),
  ]);
  const declared = Object.entries(call.responses).map(([status, response]) => [
    status,
    typeof response === "string" ? toProblem(findCode(Number(status)), response) : toResponse(response),
  ]);
  return {
    tags: [call.tag],
    summary: call.summary,
    ...(call.description === undefined ? {} : { description: call.description }),
    security: listSecurity(call),
    parameters: listParameters(path, call, components),
    ...(schema || call.bodyType
      ? { requestBody: { required: !call.optionalBody, content: content(call.bodyType, schema, "input") } }
      : {}),
    responses: { ...Object.fromEntries(derived), ...Object.fromEntries(declared) },
  };
}

function listSecurity({ access, credentials }: CallDeclaration): Operation["security"] {
  const schemes = access === "public" ? [] : (credentials ?? [access === "cookie" ? "cookie" : "bearer"]);
  const isOptional = access === "public" || access === "optional";
  return [...schemes.map((name) => ({ [name]: [] })), ...(isOptional ? [{}] : [])];
}

type Shape = Record<string, z.ZodMiniType> | undefined;

function listParameters(path: string, call: CallDeclaration, components: Components): Parameter[] {
  const toParameter =
    (place: Parameter["in"]) =>
    ([name, declared]: [string, string | z.ZodMiniType]): Parameter => {
      const schema = typeof declared === "string" ? z.string() : declared;
      const { description = PARAMETER_TEXTS[name] ?? "", ...rest } = toJsonSchema(
        schema,
        "input",
        components,
      );
      return {
        name,
        in: place,
        required: place === "path" || !schema.safeParse(undefined).success,
        description: typeof declared === "string" ? declared : description,
        schema: rest,
      };
    };
  const ofPath = Array.from(path.matchAll(/([^/]*)\/\{(\w+)\}/g), ([, parent = "", name = ""]) =>
    toParameter("path")([name, call.params?.[name] ?? PARAMETER_TEXTS[name] ?? toIdText(parent)]),
  );
  const headers = { ...call.headers, ...(call.idempotent ? IDEMPOTENCY_KEY : {}) };
  return [
    ...ofPath,
    ...Object.entries({ ...(call.query?.shape as Shape), ...call.rawQuery }).map(toParameter("query")),
    ...Object.entries(headers).map(toParameter("header")),
  ];
}

/** ID of the category: {id} after `categories`. */
const toIdText = (parent: string) => `ID of the ${parent.replace(/ies$/, "y").replace(/s$/, "")}.`;

const IDEMPOTENCY_KEY = { "Idempotency-Key": z.optional(z.string().check(z.maxLength(255))) };

/** All statuses that a call declares, and those that follow from its declaration. */
export const listStatuses = (call: CallDeclaration): number[] => [
  ...Object.keys(call.responses).map(Number),
  ...listProblems(call).map((code) => ERROR_STATUS[code]),
];

/** The refusals that follow from the declaration and those that it adds. */
function listProblems(call: CallDeclaration): ErrorCode[] {
  const { access, body, rawBody, bodyType, idempotent, options } = call;
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(call.method);
  const codes: [ErrorCode, boolean | undefined][] = [
    ["malformed", idempotent || (!!(body ?? rawBody) && !bodyType)],
    ["unauthenticated", access !== "public" && (access !== "optional" || call.path.startsWith("/api/"))],
    ["forbidden", access in ROLE_TEXTS || options?.sameOriginOnly || (access === "cookie" && !isRead)],
    ["not_found", hasCheckedId(call)],
    ["conflict", idempotent],
    ["too_large", !!(body ?? rawBody ?? bodyType)],
    ["unsupported", !!(body ?? rawBody ?? bodyType)],
    ["invalid", !!(body ?? call.query) || (!!rawBody && !bodyType && !call.optionalBody)],
  ];
  const derived = codes.flatMap(([code, applies]) => (applies ? [code] : []));
  return [...new Set([...derived, ...(call.problems ?? [])])];
}

function toProblemText(code: ErrorCode, call: CallDeclaration): string {
  const { access, options, unauthenticatedReason: reason } = call;
  if (code === "unauthenticated" && reason)
    return `${PROBLEM_TEXTS.unauthenticated?.slice(0, -1)} (\`${reason}\`).`;
  const isCrossSite = options?.sameOriginOnly || access === "cookie";
  const forbidden = ROLE_TEXTS[access] ?? (isCrossSite ? CROSS_SITE_TEXT : undefined);
  return (code === "forbidden" && forbidden) || (PROBLEM_TEXTS[code] ?? "");
}

const findCode = (status: number): ErrorCode | undefined =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).find((code) => ERROR_STATUS[code] === status);

const PROBLEM_HEADERS: Partial<Record<ErrorCode, readonly string[]>> = {
  unauthenticated: ["WWW-Authenticate"],
  // Only tus has a precondition: its version.
  precondition: ["Tus-Version"],
  too_many: ["Retry-After"],
  unavailable: ["Retry-After"],
};
