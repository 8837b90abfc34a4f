import { expect, test } from "vitest";
import { markUnusedCode } from "../../../dev/launch/unused-own-code";

const mark = (code: string) => markUnusedCode(code).toString();

test("calls that compute a constant are marked, but none inside a function", () => {
  expect(mark("export const a = f(new G()).check((x) => h(x));")).toBe(
    "export const a = /* @__PURE__ */ f(/* @__PURE__ */ new G()).check((x) => h(x));",
  );
  expect(mark("const a = { b: async () => { const c = f(); g(); return c; } };")).not.toContain("PURE");
  expect(mark("function a() { const b = f(); }")).not.toContain("PURE");
});

test("calls of their own statement keep their effect", () => {
  expect(mark("routes.get(path(), handle);")).toBe("routes.get(path(), handle);");
});

test("descriptions of routes and entries in zod's registry are left out", () => {
  expect(mark("api.get(path(), describeRoute({ tag: toTag() }), handle);")).toBe(
    "api.get(path(), describeRoute(), handle);",
  );
  expect(mark('const a = z\n  .object({})\n  .register(z.globalRegistry, { id: "A" });')).toBe(
    "const a = /* @__PURE__ */ z\n  .object({});",
  );
});

test("indexes and foreign keys of tables are left out", () => {
  const table =
    'const a = sqliteTable("a", { b: text().references(() => c.id, { onDelete: "set null" }).notNull() }, (t) => [index("i").on(t.b)]);';
  expect(mark(table).replaceAll("/* @__PURE__ */ ", "")).toBe(
    'const a = sqliteTable("a", { b: text().notNull() });',
  );
});
