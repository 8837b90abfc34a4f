import { expect, it } from "vitest";
import { createTestApp } from "../../helpers/app";
import { readDocument } from "./contract/document";

it("GET /openapi.json has a text for every call, parameter, answer and header", async () => {
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

it("GET /openapi.json says of every field what it means", async () => {
  const silent: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (value === null || typeof value !== "object") return;
    const { properties } = value as { properties?: Record<string, { description?: string }> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (!field.description) silent.push(`${path}/${name}`);
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
  };
  const { paths, components } = await readDocument();
  walk(paths, "");
  walk(components.schemas, "");
  expect(silent).toEqual([]);
});

it("GET /openapi.json tells a new password, which may be refused, from the account's own", async () => {
  const document = await readDocument();
  const told = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => {
        const meaning = schema?.properties?.password?.description;
        return meaning === undefined ? [] : [[operationId, meaning.includes("refused")]];
      }),
    ),
  );
  expect(Object.fromEntries(told)).toEqual({
    postAuthUsersSignup: true,
    putAuthUsersResetPassword: true,
    postAuthUsersToken: false,
    patchAuthUsersMeDisable: false,
    deleteAuthUsersMe: false,
  });
});

it("GET /docs/api says of a new password what it must be, and of the account's own only that", async () => {
  const html = await (await createTestApp().get("/docs/api")).text();
  const about = (call: string) => html.split(`id="${call}"`)[1]?.split("</article>")[0] ?? "";
  expect(about("postAuthUsersSignup")).toContain("the most common passwords are refused");
  expect(about("postAuthUsersToken")).toContain("The account’s password");
  expect(about("postAuthUsersToken")).not.toContain("are refused");
});
