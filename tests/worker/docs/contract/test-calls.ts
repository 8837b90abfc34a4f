import { describe, expect, it } from "vitest";
import { getValidator } from "../../../helpers/openapi-validator";
import { type CallContext, createCallContext, type Request } from "./call-context";
import { type Document, findOperation, listCalls, type Operation } from "./document";
import {
  FORM_BODY,
  INVALID_TOKEN,
  MALFORMED_JSON,
  NO_TOKEN,
  reuseIdempotencyKey,
  TOO_LARGE,
} from "./requests";
import type { Rows } from "./rows";

/** Changes to the call's base request, or a function that returns them or the response. */
type Variant = Request | ((context: CallContext) => Promise<Request | Response>);

/**
 * A valid request of a call, and for each status the variants that get it. An empty list: the call never returns the
 * status that `deriveVariants` expects.
 */
type CallCases = {
  request: Request | ((context: CallContext) => Promise<Request>);
  [status: number]: Variant | Variant[];
};

/** By "METHOD /template". */
export type Calls = Record<string, CallCases>;

/** Variants that follow from the documented body, security and parameters. Entries of `Calls` override them. */
function deriveVariants({ requestBody, security, parameters }: Operation): Record<number, Variant[]> {
  const hasJson = "application/json" in (requestBody?.content ?? {});
  const takesToken = security.some((scheme) => "bearer" in scheme);
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  const takesKey = parameters?.some(({ name }) => name === "Idempotency-Key");
  const variants: Record<number, Variant[]> = hasJson
    ? { 400: [MALFORMED_JSON], 413: [TOO_LARGE], 415: [FORM_BODY] }
    : {};
  if (takesToken) variants[401] = [isOptional ? INVALID_TOKEN : NO_TOKEN];
  if (takesKey) variants[409] = [reuseIdempotencyKey];
  return variants;
}

/**
 * Tests every call of a tag: each documented status is returned with the documented media type, headers and schema, and
 * each documented status has a test.
 */
export function testCalls(document: Document, tag: string, calls: Calls, getRows: () => Rows): void {
  describe(`documented calls of ${tag}`, () => {
    const cases = Object.entries(calls).map(([call, { request, ...explicit }]) => {
      const operation = findOperation(document, call);
      const byStatus: Record<string, Variant | Variant[]> = {
        ...(operation && deriveVariants(operation)),
        ...explicit,
      };
      const variants = Object.entries(byStatus).flatMap(([status, entry]) =>
        [entry].flat().map((variant) => ({ status: Number(status), variant })),
      );
      return { call, request, variants };
    });

    it("all have a test for every status", () => {
      const documented = listCalls(document, tag).flatMap((call) =>
        Object.keys(findOperation(document, call)?.responses ?? {}).map((status) => `${call} ${status}`),
      );
      const inTable = new Set(
        cases.flatMap(({ call, variants }) => variants.map(({ status }) => `${call} ${status}`)),
      );
      expect([...inTable].sort()).toEqual(documented.sort());
    });

    it.each(cases)("$call returns every status as documented", async ({ call, request, variants }) => {
      for (const { status, variant } of variants) {
        const context = createCallContext(call, request, getRows());
        const result = typeof variant === "function" ? await variant(context) : variant;
        const answer = result instanceof Response ? result : await context.send(result);
        await expectDocumented(document, call, answer, status);
      }
    });
  });
}

async function expectDocumented(
  document: Document,
  call: string,
  answer: Response,
  status: number,
): Promise<void> {
  // Pictures are read as text too: only their presence is checked.
  const text = new TextDecoder().decode(await answer.arrayBuffer());
  expect(answer.status, `instead of ${status}: ${text.slice(0, 500)}`).toBe(status);
  const documented = findOperation(document, call)?.responses[String(status)];
  if (!documented) throw new Error(`${call} ${status} is not documented`);

  for (const [name, { required }] of Object.entries(documented.headers ?? {})) {
    if (required) expect(answer.headers.get(name), `the header ${name}`).not.toBeNull();
  }
  const [type, content] = Object.entries(documented.content ?? {})[0] ?? [];
  if (!type) {
    expect(text, "no body is documented").toBe("");
    return;
  }
  // HEAD is documented with the content of GET, without the body.
  if (call.startsWith("HEAD ")) return;
  const types = Object.keys(documented.content ?? {});
  expect(types).toContain(answer.headers.get("content-type")?.split(";")[0]);
  if (!content?.schema) return;
  const [method = "", path = ""] = call.split(" ");
  const pointer = ["paths", path, method.toLowerCase(), "responses", `${status}`, "content", type, "schema"];
  expect(getValidator(document)(pointer, JSON.parse(text)), `${status}: ${text.slice(0, 500)}`).toEqual([]);
}
