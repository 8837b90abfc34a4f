import openApi from "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/app";
import { app, createTestApp, expectStatus } from "../../helpers/app";
import { type Document, listCalls, readDocument } from "./document";

type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema>; required?: string[] };

describe("GET /openapi.json", () => {
  let document: Document;
  beforeAll(async () => {
    document = await readDocument();
  });

  it("is a valid OpenAPI 3.1 document", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    const valid = ajv.compile(openApi);
    valid(document);
    expect(valid.errors ?? []).toEqual([]);
  });

  it("documents every API route", () => {
    const forPrograms = /^\/((auth|storage|data|api|webhooks|images|builds|_locales)\/|prices\.)/;
    const routed = createApp()
      .routes.filter(({ path, method }) => forPrograms.test(path) && method !== "ALL")
      .map(({ path, method }) => `${method} ${path.replaceAll(/:([\w]+)(\{[^}]*\})?/g, "{$1}")}`);
    // Where HEAD has a route of its own, GET is what Hono answers it by.
    const calls = routed.filter(
      (route) => !route.startsWith("GET ") || !routed.includes(`HEAD${route.slice(3)}`),
    );
    expect(listCalls(document).sort()).toEqual([...new Set(calls)].sort());
  });

  it("allows no additional properties in responses", () => {
    const loose: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (value === null || typeof value !== "object") return;
      const schema = value as Record<string, unknown>;
      // One that has things by their ids says what they are.
      const named =
        schema.additionalProperties === false || Object.keys(schema.additionalProperties ?? {}).length > 0;
      if (schema.type === "object" && !named) loose.push(path);
      for (const [key, inner] of Object.entries(schema)) walk(inner, `${path}/${key}`);
    };
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods)) walk(responses, `${method} ${path}`);
    }
    walk(document.components.schemas, "components");
    // The export has the columns of the stored rows, which are many and their tables' own.
    expect(loose.filter((path) => !path.startsWith("get /data/users/me.json"))).toEqual([]);
  });

  it("has an Idempotency-Key and a 409 for every POST that creates an object", () => {
    const posts = Object.entries(document.paths).flatMap(([path, { post }]) =>
      post ? [{ path, post }] : [],
    );
    const making = posts.filter(({ post }) => "201" in post.responses || "202" in post.responses);
    expect(making.length).toBeGreaterThan(10);
    for (const { path, post } of making) {
      expect(
        post.parameters?.map(({ name }) => name),
        path,
      ).toContain("Idempotency-Key");
      expect(Object.keys(post.responses), path).toContain("409");
    }
  });

  it("returns an object or a page in `content` from JSON calls", () => {
    const schemaAt = (schema: Schema): Schema => {
      const name = schema.$ref?.split("/").at(-1);
      return name ? schemaAt(document.components.schemas[name] as Schema) : schema;
    };
    for (const [path, { get }] of Object.entries(document.paths)) {
      const responseSchema = get?.responses[200]?.content?.["application/json"]?.schema;
      if (!path.startsWith("/api/") || !responseSchema) continue;
      const { properties = {}, required = [] } = schemaAt(responseSchema);
      expect(required, path).toContain("content");
      const isPage = schemaAt(properties.content ?? {}).type === "array";
      // Suggestions are at most eight, without a second page.
      if (isPage && path !== "/api/suggestions") expect(required, path).toContain("next");
    }
  });

  it("has the base URL of the site, or API_BASE", async () => {
    const servers = async (vars: Record<string, string>) =>
      ((await (await createTestApp(vars).get("/openapi.json")).json()) as { servers: unknown }).servers;
    expect(await servers({})).toEqual([{ url: "https://catedra.test" }]);
    expect(await servers({ API_BASE: "https://api.catedra.test" })).toEqual([
      { url: "https://api.catedra.test" },
    ]);
  });

  it("answers 304 if the ETag matches", async () => {
    const answer = await app.get("/openapi.json");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const etag = answer.headers.get("etag") ?? "";
    const again = await app.get("/openapi.json", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});
const getPage = async (path: string) => {
  const answer = await expectStatus(app.get(path), 200);
  return answer.text();
};

describe("GET /docs/api", () => {
  it("shows every call with a link to it, without scripts, other hosts and dead anchors", async () => {
    const html = await getPage("/docs/api");
    const { paths } = await readDocument();
    for (const { operationId } of Object.values(paths).flatMap((path) => Object.values(path))) {
      for (const mark of [`id="${operationId}"`, `href="#${operationId}"`]) {
        expect(html.includes(mark), mark).toBe(true);
      }
    }
    expect(html.includes('href="/openapi.json"')).toBe(true);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(main.match(/<(script|iframe|img|link)|style="|(src|href)="https?:/)).toBeNull();
  });

  it("is marked as English on the Romanian page /ro/docs/api", async () => {
    const html = await getPage("/ro/docs/api");
    expect(html.includes('<html lang="ro"')).toBe(true);
    expect(html.includes('<div class="container page" lang="en">')).toBe(true);
    expect(html.includes("Create an account")).toBe(true);
    expect(html.includes("Anunțurile mele") || html.includes("Găsiți un profesor")).toBe(true);
  });
});

it("GET /openapi.json has a description for every call, parameter, response and header", async () => {
  const { paths } = await readDocument();
  const missing: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { summary, parameters = [], responses }] of Object.entries(methods)) {
      const call = `${method} ${path}`;
      if (!summary) missing.push(call);
      for (const { name, description } of parameters) if (!description) missing.push(`${call} ${name}`);
      for (const [status, { description, headers = {} }] of Object.entries(responses)) {
        if (!description) missing.push(`${call} ${status}`);
        for (const [name, header] of Object.entries(headers)) {
          if (!header.description) missing.push(`${call} ${status} ${name}`);
        }
      }
    }
  }
  expect(missing).toEqual([]);
});

it("GET /openapi.json has a description for every field", async () => {
  const undescribed: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (value === null || typeof value !== "object") return;
    const { properties } = value as { properties?: Record<string, { description?: string }> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (!field.description) undescribed.push(`${path}/${name}`);
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
  };
  const { paths, components } = await readDocument();
  walk(paths, "");
  walk(components.schemas, "");
  expect(undescribed).toEqual([]);
});
