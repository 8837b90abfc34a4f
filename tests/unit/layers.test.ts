import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../dev/launch/paths";
import { checkImport, checkLayers, FEATURE_ORDER, findImports, PART_ORDER } from "../../dev/lint/layers";

const imports: [file: string, specifier: string, verdict: "allowed" | "refused"][] = [
  ["bench/floor/worker.ts", "./codes", "allowed"],
  ["bench/floor/worker.ts", "../../src/shared/codes", "refused"],
  ["bench/floor/worker.ts", "@/shared/codes", "refused"],
  ["bench/floor/worker.ts", "../harness/load", "refused"],
  ["bench/floor/worker.ts", "hono", "refused"],
  ["src/shared/a.ts", "zod", "allowed"],
  ["src/shared/a.ts", "@/shared/codes", "allowed"],
  ["src/shared/a.ts", "@/db/client", "refused"],
  ["src/shared/a.ts", "react", "refused"],
  ["src/shared/a.ts", "node:fs", "refused"],
  ["src/ui/a.tsx", "@/shared/paths", "allowed"],
  ["src/ui/a.tsx", "lucide-react", "allowed"],
  ["src/ui/a.tsx", "@/context", "refused"],
  ["src/ui/a.tsx", "@client/islands/form", "refused"],
  ["src/db/a.ts", "drizzle-orm/sqlite-core", "allowed"],
  ["src/db/a.ts", "@/platform/log", "refused"],
  ["src/db/a.ts", "hono", "refused"],
  ["src/helper.ts", "@/features/listings/queries", "refused"],
  ["src/helper.ts", "stripe", "refused"],
  ["src/lib/a.ts", "@/features/listings/queries", "refused"],
  ["src/lib/a.ts", "stripe", "refused"],
  ["src/lib/a.ts", "./b", "refused"],
  ["src/platform/a.ts", "stripe", "allowed"],
  ["src/platform/a.ts", "@/db/client", "refused"],
  ["src/platform/a.ts", "@/context", "refused"],
  ["src/env.ts", "@/shared/codes", "allowed"],
  ["src/env.ts", "@/platform/log", "refused"],
  ["src/context.ts", "@/platform/mail", "allowed"],
  ["src/context.ts", "@/auth/sessions", "refused"],
  ["src/context.ts", "./auth/sessions", "refused"],
  ["src/context.ts", "stripe", "refused"],
  ["src/context.ts", "hono", "refused"],
  ["src/context.ts", "react", "refused"],
  ["src/auth/a.ts", "@/context", "allowed"],
  ["src/auth/a.ts", "jose", "allowed"],
  ["src/auth/a.ts", "node:crypto", "allowed"],
  ["src/auth/a.ts", "stripe", "refused"],
  ["src/auth/a.ts", "hono", "refused"],
  ["src/auth/a.ts", "react", "refused"],
  ["src/auth/a.ts", "@/http/render", "refused"],
  ["src/http/a.tsx", "@/auth/access", "allowed"],
  ["src/http/a.tsx", "@client/islands/form", "allowed"],
  ["src/http/a.tsx", "@/features/listings", "refused"],
  ["src/features/listings/publish-listing.ts", "@/db/schema", "allowed"],
  ["src/features/listings/publish-listing.ts", "@/features/mail", "allowed"],
  ["src/features/listings/publish-listing.ts", "@/features/search/queries", "refused"],
  ["src/features/listings/publish-listing.ts", "../search/queries", "refused"],
  ["src/features/listings/publish-listing.ts", "hono", "refused"],
  ["src/features/listings/publish-listing.ts", "hono/cookie", "refused"],
  ["src/features/listings/publish-listing.ts", "@/http/requests", "refused"],
  ["src/features/listings/publish-listing.ts", "@/jobs", "refused"],
  ["src/features/listings/publish-listing.ts", "./routes", "refused"],
  ["src/features/listings/publish-listing.ts", "./part-routes", "refused"],
  ["src/features/listings/publish-listing.ts", "./api", "refused"],
  ["src/features/listings/publish-listing.ts", "./queries", "allowed"],
  ["src/features/listings/queries.ts", "drizzle-orm", "allowed"],
  ["src/features/listings/queries.ts", "hono", "refused"],
  ["src/features/listings/routes.tsx", "hono", "allowed"],
  ["src/features/listings/routes.tsx", "@/http/requests", "allowed"],
  ["src/features/listings/routes.tsx", "drizzle-orm", "refused"],
  ["src/features/listings/routes.tsx", "@/db/schema", "refused"],
  ["src/features/listings/routes.tsx", "stripe", "refused"],
  ["src/features/listings/part-routes.tsx", "@/http/requests", "allowed"],
  ["src/features/listings/part-routes.tsx", "@/db/schema", "refused"],
  ["src/features/listings/api.ts", "hono", "allowed"],
  ["src/features/listings/api.ts", "@/db/schema", "refused"],
  ["src/features/listings/listing-page.tsx", "@client/islands/form", "allowed"],
  ["src/features/listings/listing-page.tsx", "@client/session", "refused"],
  ["src/features/listings/listing-page.tsx", "hono", "refused"],
  ["src/features/listings/listing-page.tsx", "./routes", "refused"],
  ["src/features/listings/index.ts", "./queries", "allowed"],
  ["src/features/listings/index.ts", "./routes", "refused"],
  ["src/features/listings/index.ts", "./part-routes", "refused"],
  ["src/features/mail/a.ts", "@/features/listings", "refused"],
  ["src/features/listings/a.ts", "@/features/promotions", "refused"],
  ["src/features/listings/a-page.tsx", "@/features/search", "refused"],
  ["src/features/listings/routes.tsx", "@/features/enquiries", "refused"],
  ["src/features/promotions/a.ts", "@/features/listings", "allowed"],
  ["src/features/promotions/a.ts", "@/features/search", "refused"],
  ["src/features/promotions/a.ts", "./checkout/b", "allowed"],
  ["src/features/promotions/orders/a.ts", "./b", "allowed"],
  ["src/features/promotions/orders/a.ts", "../schedule/b", "allowed"],
  ["src/features/promotions/orders/a.ts", "../refunds/b", "refused"],
  ["src/features/promotions/orders/a.ts", "@/features/promotions/refunds/b", "refused"],
  ["src/features/promotions/orders/a.ts", "../personal-data", "refused"],
  ["src/features/listings/form/a.ts", "../listing-state", "allowed"],
  ["src/features/listings/form/a.ts", "../../search/queries", "refused"],
  ["src/features/listings/listing-state.ts", "./form/a", "refused"],
  ["src/features/listings/sweep.ts", "./form/a", "allowed"],
  ["src/features/promotions/unlisted/a.ts", "../schedule/b", "refused"],
  ["src/features/enquiries/a.ts", "@/features/mail", "allowed"],
  ["src/features/enquiries/a.ts", "@/features/search", "refused"],
  ["src/features/search/a-page.tsx", "@/features/promotions", "allowed"],
  ["src/features/search/a.ts", "@/features/home", "refused"],
  ["src/features/home/a.ts", "@/features/search", "allowed"],
  ["src/features/home/a.ts", "@/features/accounts", "refused"],
  ["src/features/accounts/a.ts", "@/features/mail", "allowed"],
  ["src/features/accounts/a.ts", "@/features/profile", "allowed"],
  ["src/features/profile/a.ts", "@/features/accounts", "refused"],
  ["src/features/profile/a.ts", "@/features/listings", "allowed"],
  ["src/features/profile/a.ts", "@/features/admin", "refused"],
  ["src/features/admin/a.ts", "@/features/listings", "allowed"],
  ["src/features/site/a.ts", "@/features/listings", "allowed"],
  ["src/jobs/a.ts", "@/features/mail", "allowed"],
  ["src/jobs/a.ts", "@/features/mail/queries", "refused"],
  ["src/jobs/a.ts", "@/app", "refused"],
  ["src/app.ts", "@/features/mail/routes", "allowed"],
  ["src/app.ts", "@/features/mail/part-routes", "allowed"],
  ["src/app.ts", "@/features/mail/queries", "refused"],
  ["src/app.ts", "@/worker", "refused"],
  ["src/first-pages.ts", "@/features/search/routes", "allowed"],
  ["src/first-pages.ts", "@/features/search/queries", "refused"],
  ["src/worker.ts", "@/app", "allowed"],
  ["src/worker.ts", "../dev/stubs", "refused"],
  ["client/islands/a.tsx", "@/shared/schemas/listing", "allowed"],
  ["client/islands/a.tsx", "@/ui/fields", "allowed"],
  ["client/islands/a.tsx", "@/features/listings", "refused"],
  ["client/islands/a.tsx", "drizzle-orm", "refused"],
  ["client/islands/a.tsx", "jose", "refused"],
  ["client/islands/a.tsx", "../../src/db/client", "refused"],
  ["client/islands/a.tsx", "./../../dev/stubs", "refused"],
];

describe("the layers", () => {
  it.each(imports)("%s importing %s is %s", (file, specifier, verdict) => {
    expect(checkImport(file, specifier) ? "refused" : "allowed").toBe(verdict);
  });

  it("let a page import the type of a query, but not the query", () => {
    const page = "src/features/listings/listing-page.tsx";
    expect(checkImport(page, "./queries", true)).toBeNull();
    expect(checkImport(page, "./queries", false)).toContain("a page takes props");
  });

  it("name every feature once", () => {
    expect([...FEATURE_ORDER].sort()).toEqual(readdirSync(join(root, "src/features")).sort());
  });

  it("name only parts of features that exist", () => {
    for (const [feature, parts] of Object.entries(PART_ORDER)) {
      const names = readdirSync(join(root, "src/features", feature)).map((name) =>
        name.replace(/\.tsx?$/, ""),
      );
      expect(names).toEqual(expect.arrayContaining([...parts]));
    }
  });

  it("hold for every file", () => {
    expect(checkLayers()).toEqual([]);
  });
});

it("findImports reads every form of an import", () => {
  const text = `import { a } from "one";
import type { B } from "two";
import {
  c,
  d,
} from "three";
import "four";
export * from "five";
export const text = 'not from "here"';
const six = await import("six");
`;
  expect(findImports(text)).toEqual([
    { specifier: "one", isType: false },
    { specifier: "two", isType: true },
    { specifier: "three", isType: false },
    { specifier: "four", isType: false },
    { specifier: "five", isType: false },
    { specifier: "six", isType: false },
  ]);
});
