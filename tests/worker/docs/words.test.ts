import { TEXTS } from "@locales/index";
import { expect, it, vi } from "vitest";
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

it("locales/docs has no words for calls that are gone", async () => {
  const { paths } = await readDocument();
  const known = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(Object.keys(TEXTS.docs?.en.calls ?? {}).sort()).toEqual(known.sort());
});
