import { TEXTS } from "@locales/index";
import { expect, it, vi } from "vitest";
import type { ApiDocument } from "@/features/docs/openapi";
import { LOCALES } from "@/shared/i18n/locales";
import { createTestApp } from "../../helpers/app";
import { readDocument } from "./contract/prove";

it.each(LOCALES)(
  "GET /docs/api in %s finds words for every call, parameter, answer and header",
  async (locale) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const app = createTestApp();
    expect((await app.get("/openapi.json")).status).toBe(200);
    const answer = await app.get(locale === "en" ? "/docs/api" : "/ro/docs/api");
    expect(answer.status).toBe(200);
    await answer.text();
    expect(warned.mock.calls.flat()).toEqual([]);
    warned.mockRestore();
  },
);

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
  const document = (await (await createTestApp().get("/openapi.json")).json()) as ApiDocument;
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

it("locales/docs has no words for calls that are gone", async () => {
  const { paths } = await readDocument();
  const known = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(Object.keys(TEXTS.docs?.en.calls ?? {}).sort()).toEqual(known.sort());
});
