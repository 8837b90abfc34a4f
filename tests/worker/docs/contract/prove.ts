import { describe, expect, it } from "vitest";
import { getValidator } from "../../../helpers/openapi-validator";
import { type Document, findOperation, listCalls, type Operation } from "./document";
import { FORM, MALFORMED, NO_TOKEN, reusedKey, SPOILED_TOKEN, TOO_LARGE } from "./requests";
import type { Rows } from "./rows";
import { createScene, type Request, type Scene } from "./scene";

/** How to get an answer: changes to the call's own request, or a function that returns them or the answer. */
type Ask = Request | ((scene: Scene) => Promise<Request | Response>);

/**
 * A call's own request, which fits, and by status how to get that answer, in several ways where its shape depends on
 * them. An empty list: never answered, although `deriveAsks` expects it.
 */
type Call = {
  request: Request | ((scene: Scene) => Promise<Request>);
  [status: number]: Ask | Ask[];
};

/** By "METHOD /template". */
export type Calls = Record<string, Call>;

/** The statuses that follow from the call's documented body, security and parameters. An entry of the table overrides. */
function deriveAsks({ requestBody, security, parameters }: Operation): Record<number, Ask[]> {
  const hasJson = "application/json" in (requestBody?.content ?? {});
  const takesToken = security.some((scheme) => "bearer" in scheme);
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  const takesKey = parameters?.some(({ name }) => name === "Idempotency-Key");
  const asks: Record<number, Ask[]> = hasJson ? { 400: [MALFORMED], 413: [TOO_LARGE], 415: [FORM] } : {};
  if (takesToken) asks[401] = [isOptional ? SPOILED_TOKEN : NO_TOKEN];
  if (takesKey) asks[409] = [reusedKey];
  return asks;
}

/**
 * Tests every call of a tag: each documented status is asked for and answered with the documented media type, headers
 * and schema, and nothing is documented that is not asked for.
 */
export function testCalls(document: Document, tag: string, calls: Calls, getRows: () => Rows): void {
  describe(`the documented calls of ${tag}`, () => {
    const cases = Object.entries(calls).flatMap(([call, { request, ...explicit }]) => {
      const operation = findOperation(document, call);
      const asks: Record<string, Ask | Ask[]> = { ...(operation && deriveAsks(operation)), ...explicit };
      return Object.entries(asks).flatMap(([status, ways]) =>
        [ways].flat().map((ask) => ({ call, request, status: Number(status), ask })),
      );
    });

    it("are all requested, with every status", () => {
      const documented = listCalls(document, tag).flatMap((call) =>
        Object.keys(findOperation(document, call)?.responses ?? {}).map((status) => `${call} ${status}`),
      );
      const inTable = new Set(cases.map(({ call, status }) => `${call} ${status}`));
      expect([...inTable].sort()).toEqual(documented.sort());
    });

    it.each(cases)("$call answers $status as documented", async ({ call, request, status, ask }) => {
      const scene = createScene(call, request, getRows());
      const result = typeof ask === "function" ? await ask(scene) : ask;
      const answer = result instanceof Response ? result : await scene.send(result);
      await expectDocumented(document, call, answer, status);
    });
  });
}

async function expectDocumented(
  document: Document,
  call: string,
  answer: Response,
  status: number,
): Promise<void> {
  // Pictures are decoded, too: they only have to be there.
  const text = new TextDecoder().decode(await answer.arrayBuffer());
  expect(answer.status, text.slice(0, 500)).toBe(status);
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
  expect(answer.headers.get("content-type")?.split(";")[0]).toBe(type);
  if (!content?.schema) return;
  const [method = "", path = ""] = call.split(" ");
  const pointer = ["paths", path, method.toLowerCase(), "responses", `${status}`, "content", type, "schema"];
  expect(getValidator(document)(pointer, JSON.parse(text)), text.slice(0, 500)).toEqual([]);
}
