import { describe, expect, it } from "vitest";
import { toCurl } from "@/api-docs/curl";
import { createExample } from "@/api-docs/example";
import { getExampleValues } from "@/api-docs/example-values";
import type { ApiDocument, Operation } from "@/api-docs/openapi";
import { limitsSchema } from "@/shared/schemas/limits";
import { createTestApp } from "../../helpers/app";
import { getValidator } from "../../helpers/openapi-validator";
import { readDocument } from "./contract/document";

const document = (await readDocument()) as ApiDocument;
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, method, call })),
);

describe("an example", () => {
  it("matches the schema of every request and response", () => {
    const validate = getValidator(document);
    let checked = 0;
    for (const { path, method, call } of calls) {
      const holders = [
        { pointer: ["requestBody"], content: call.requestBody?.content },
        ...Object.entries(call.responses).map(([status, { content }]) => ({
          pointer: ["responses", status],
          content,
        })),
      ];
      for (const { pointer, content = {} } of holders) {
        for (const [type, { schema }] of Object.entries(content)) {
          if (!schema) continue;
          const example = createExample(schema, document, getExampleValues(call));
          const full = ["paths", path, method, ...pointer, "content", type, "schema"];
          expect(validate(full, example), `${call.operationId} ${pointer}`).toEqual([]);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(calls.length);
  });

  it("has no placeholders in requests and responses, and file names of the right type", async () => {
    const commands = calls.map(({ path, method, call }) => toCurl(document, path, method, call));
    expect(commands.filter((command) => command.includes("…"))).toEqual([]);
    const referenceHtml = await (await createTestApp().get("/docs/api")).text();
    const blocks = [...referenceHtml.matchAll(/<pre.*?<\/pre>/gs)].map(([block]) => block);
    expect(blocks.length).toBeGreaterThan(commands.length);
    expect(blocks.filter((block) => block.includes("…"))).toEqual([]);
    const files = commands.flatMap((command) => command.match(/\/(data|images\/share)\/[^'?]+/)?.[0] ?? []);
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !file.endsWith(file.startsWith("/data/") ? ".json" : ".png"))).toEqual([]);
  });

  it("of settings is a valid document", () => {
    const { value } = getExampleValues({ operationId: "putDataSettingsByFile", tags: ["data"] } as Operation);
    expect(limitsSchema.safeParse(value).error).toBeUndefined();
  });

  it("signs in with the fields of the call", () => {
    const { path, method, call } =
      calls.find((candidate) => candidate.path === "/auth/users/token") ?? never();
    expect(toCurl(document, path, method, call)).toBe(
      [
        "curl -X POST 'https://catedra.test/auth/users/token'",
        "-c cookies.txt",
        "--data-urlencode 'username=ioana@example.ro'",
        "--data-urlencode 'password=trei culori cunosc'",
      ].join(" \\\n  "),
    );
  });

  it("escapes quotes", () => {
    const schema = { type: "object", properties: { name: { const: "O'Hara; $(rm)" } } };
    const call: Operation = {
      operationId: "x",
      tags: [],
      security: [{ bearer: [] }],
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: {},
    };
    const command = toCurl(document, "/x", "post", call);
    expect(command).toContain(`-d '{\n  "name": "O'\\''Hara; $(rm)"\n}'`);
    expect(command).toContain('-H "Authorization: Bearer $TOKEN"');
  });
});

function never(): never {
  throw new Error("the call is not documented");
}
