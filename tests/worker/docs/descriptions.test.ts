import { expect, it } from "vitest";
import { readDocument } from "./document";

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

it("GET /openapi.json describes the rules of a new password only where one is set", async () => {
  const document = await readDocument();
  const refusesPasswords = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => {
        const description = schema?.properties?.password?.description;
        return description === undefined ? [] : [[operationId, description.includes("refused")]];
      }),
    ),
  );
  expect(Object.fromEntries(refusesPasswords)).toEqual({
    postAuthUsersChangeEmail: false,
    postAuthUsersVerifyEmail: false,
    postAuthUsersSignup: true,
    putAuthUsersResetPassword: true,
    postAuthUsersToken: false,
    patchAuthUsersMeDisable: false,
    deleteAuthUsersMe: false,
  });
});
