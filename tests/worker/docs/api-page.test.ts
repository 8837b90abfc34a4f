import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { curlOf } from "@/features/docs/curl";
import { exampleOf } from "@/features/docs/example";
import { valuesOf } from "@/features/docs/example-values";
import type { ApiDocument, JsonSchema, Operation } from "@/features/docs/openapi";
import { limitsSchema } from "@/shared/schemas/limits";
import { createTestApp } from "../../helpers/app";

const app = createTestApp();
const documentOf = async () => (await (await app.get("/openapi.json")).json()) as ApiDocument;
const callsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
const pageIn = async (path: string) => {
  const answer = await app.get(path);
  expect(answer.status).toBe(200);
  return answer.text();
};

describe("GET /docs/api", () => {
  it("shows every call, and leads to each", async () => {
    const html = await pageIn("/docs/api");
    for (const { call } of callsOf(await documentOf())) {
      for (const mark of [`id="${call.operationId}"`, `href="#${call.operationId}"`]) {
        expect(html.includes(mark), mark).toBe(true);
      }
    }
    expect(html.includes('href="/openapi.json"')).toBe(true);
  });

  it("leads nowhere that is not on the page", async () => {
    const html = await pageIn("/docs/api");
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
  });

  it("needs no script and no other host", async () => {
    const html = await pageIn("/docs/api");
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(main.match(/<(script|iframe|img|link)|style="|(src|href)="https?:/)).toBeNull();
  });

  it("speaks Romanian at /ro/docs/api", async () => {
    const html = await pageIn("/ro/docs/api");
    expect(html.includes('<html lang="ro"')).toBe(true);
    expect(html.includes("Crearea unui cont")).toBe(true);
    expect(html.includes("Create an account")).toBe(false);
  });

  it("is found from every page's footer", async () => {
    expect((await pageIn("/ranking")).includes('href="/docs/api"')).toBe(true);
    expect((await pageIn("/ro/ranking")).includes('href="/ro/docs/api"')).toBe(true);
  });
});

describe("an example", () => {
  const fits = (document: ApiDocument, schema: JsonSchema, call: Operation) => {
    const ajv = new Ajv2020({
      strict: true,
      allErrors: true,
      allowUnionTypes: true,
      keywords: ["components"],
    });
    addFormats(ajv as never);
    const valid = ajv.compile({ ...schema, components: document.components });
    valid(exampleOf(schema, document, valuesOf(call)));
    expect(valid.errors ?? [], call.operationId).toEqual([]);
  };

  it("fits the schema of every body and of every answer", async () => {
    const document = await documentOf();
    for (const { call } of callsOf(document)) {
      const contents = [call.requestBody, ...Object.values(call.responses)].map((one) => one?.content ?? {});
      for (const { schema } of contents.flatMap((one) => Object.values(one))) {
        if (schema) fits(document, schema, call);
      }
    }
  });

  it("leaves nothing to be filled in, of calls and of answers, and names files by their kinds", async () => {
    const document = await documentOf();
    const shown = callsOf(document).map(({ path, method, call }) => curlOf(document, path, method, call));
    expect(shown.filter((one) => one.includes("…"))).toEqual([]);
    const html = await pageIn("/docs/api");
    const blocks = [...html.matchAll(/<pre.*?<\/pre>/gs)].map(([block]) => block);
    expect(blocks.length).toBeGreaterThan(shown.length);
    expect(blocks.filter((block) => block.includes("…"))).toEqual([]);
    const files = shown.flatMap((one) => one.match(/\/(data|images\/share)\/[^'?]+/)?.[0] ?? []);
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !file.endsWith(file.startsWith("/data/") ? ".json" : ".png"))).toEqual([]);
  });

  it("of settings is a document that would be taken", async () => {
    const { value } = valuesOf({ operationId: "putDataSettingsByFile", tags: ["data"] } as Operation);
    expect(limitsSchema.safeParse(value).error).toBeUndefined();
  });

  it("signs in as the call expects it", async () => {
    const document = await documentOf();
    const { path, method, call } =
      callsOf(document).find((one) => one.path === "/auth/users/token") ?? never();
    expect(curlOf(document, path, method, call)).toBe(
      [
        "curl -X POST 'https://catedra.test/auth/users/token'",
        "-c cookies.txt",
        "--data-urlencode 'username=ioana@example.ro'",
        "--data-urlencode 'password=trei culori cunosc'",
      ].join(" \\\n  "),
    );
  });

  it("lets no text out of its quotes", async () => {
    const schema = { type: "object", properties: { name: { const: "O'Hara; $(rm)" } } };
    const call: Operation = {
      operationId: "x",
      tags: [],
      security: [{ bearer: [] }],
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: {},
    };
    const shown = curlOf(await documentOf(), "/x", "post", call);
    expect(shown).toContain(`-d '{\n  "name": "O'\\''Hara; $(rm)"\n}'`);
    expect(shown).toContain('-H "Authorization: Bearer $TOKEN"');
  });
});

function never(): never {
  throw new Error("the call is not documented");
}
