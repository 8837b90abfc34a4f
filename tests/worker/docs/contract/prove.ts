import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestRequest, testShared } from "../../../helpers/app";
import { validatorOf } from "../../../helpers/openapi-validator";

type Header = { required?: boolean; description?: string };
type Schema = { type?: string; description?: string; properties?: Record<string, Schema> };
type Content = Record<string, { schema?: Schema }>;
type Answer = { description?: string; headers?: Record<string, Header>; content?: Content };
type Operation = {
  operationId: string;
  tags: string[];
  summary?: string;
  parameters?: { name: string; description?: string }[];
  requestBody?: { content?: Content };
  responses: Record<string, Answer>;
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

/** What a table's entry may do: set the scene as it likes, then make the call itself by `send`, and give its answer. */
export type Scene = {
  app: TestApp;
  /** Makes the documented call at a path that fits its template. Each entry comes from an address of its own. */
  send(path: string, init?: TestRequest): Promise<Response>;
  /** Sends anything else, from the same address. */
  request(path: string, init?: TestRequest): Promise<Response>;
  /** The same with other settings. */
  configured(vars: Record<string, string>): Scene;
  /** The same while too many passwords wait to be hashed and too many pictures to be drawn. */
  whileBusy(): Scene;
};
type Ask = (scene: Scene) => Promise<Response>;

/** By "METHOD /template", then by status: how to get that answer, in several ways where its shape depends on them. */
export type Asked = Record<string, Record<number, Ask | Ask[]>>;

export async function readDocument(): Promise<Document> {
  const answer = await createTestApp().get("/openapi.json");
  expect(answer.status).toBe(200);
  return (await answer.json()) as Document;
}

/** "METHOD /template" of every call of a tag, or of all. */
export const callsOf = ({ paths }: Document, tag?: string): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tag === undefined || tags.includes(tag))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );

const found = (document: Document, call: string): Operation | undefined => {
  const [method = "", path = ""] = call.split(" ");
  return document.paths[path]?.[method.toLowerCase()];
};

/**
 * Holds every call of a tag against real answers: each documented status is asked for and answered with the documented
 * media type, headers and shape, and nothing is documented that is not asked for.
 */
export function proveCalls(tag: string, asked: Asked): void {
  describe(`the documented calls of ${tag}`, () => {
    let document: Document;
    beforeAll(async () => {
      document = await readDocument();
    });

    it("are all asked for, with every status", () => {
      const documented = callsOf(document, tag).flatMap((call) =>
        Object.keys(found(document, call)?.responses ?? {}).map((status) => `${call} ${status}`),
      );
      const inTable = Object.entries(asked).flatMap(([call, statuses]) =>
        Object.keys(statuses).map((status) => `${call} ${status}`),
      );
      expect(inTable.sort()).toEqual(documented.sort());
    });

    let address = 0;
    for (const [call, statuses] of Object.entries(asked)) {
      for (const [status, ways] of Object.entries(statuses)) {
        it.each([ways].flat())(`${call} answers ${status} as documented`, async (ask) => {
          const answer = await ask(sceneOf(call, `198.51.100.${++address}`));
          await expectDocumented(document, call, answer, Number(status));
        });
      }
    }
  });
}

const FULL_LIMITER = { isFull: () => true, run: async () => null };
const BUSY_PAINTER = { paint: async () => null };

function sceneOf(call: string, address: string, ...given: Parameters<typeof createTestApp>): Scene {
  const app = createTestApp(...given);
  const [method = "", template = ""] = call.split(" ");
  const fits = new RegExp(
    `^${template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, ".+")}$`,
  );
  const request: Scene["request"] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("cf-connecting-ip", address);
    return app.request(path, { ...init, headers });
  };
  return {
    app,
    request,
    send(path, init = {}) {
      expect(path.split("?")[0], `a path of ${call}`).toMatch(fits);
      return request(path, { ...init, method });
    },
    configured: (others) => sceneOf(call, address, others),
    whileBusy: () =>
      sceneOf(call, address, {}, { ...testShared(), hashLimiter: FULL_LIMITER, painter: BUSY_PAINTER }),
  };
}

async function expectDocumented(
  document: Document,
  call: string,
  answer: Response,
  status: number,
): Promise<void> {
  // Some are pictures, of which it only matters that they are there.
  const text = new TextDecoder().decode(await answer.arrayBuffer());
  expect(answer.status, text.slice(0, 500)).toBe(status);
  const documented = found(document, call)?.responses[String(status)];
  if (!documented) throw new Error(`${call} ${status} is not documented`);

  for (const [name, { required }] of Object.entries(documented.headers ?? {})) {
    if (required) expect(answer.headers.get(name), `the header ${name}`).not.toBeNull();
  }
  const [type, content] = Object.entries(documented.content ?? {})[0] ?? [];
  if (!type) {
    expect(text, "no body is documented").toBe("");
    return;
  }
  // What GET would be answered, without the body.
  if (call.startsWith("HEAD ")) return;
  expect(answer.headers.get("content-type")?.split(";")[0]).toBe(type);
  if (!content?.schema) return;
  const [method = "", path = ""] = call.split(" ");
  const pointer = ["paths", path, method.toLowerCase(), "responses", `${status}`, "content", type, "schema"];
  expect(validatorOf(document)(pointer, JSON.parse(text)), text.slice(0, 500)).toEqual([]);
}
