import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const biome = join(root, "node_modules/@biomejs/biome/bin/biome");

/** A file of some room, what it imports, and what its step of the staircase says about that. */
type Edge = [file: string, imported: string, verdict: "allowed" | "refused"];

const edges: Edge[] = [
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
  ["src/http/a.tsx", "@/auth/guards", "allowed"],
  ["src/http/a.tsx", "@client/islands/form", "allowed"],
  ["src/http/a.tsx", "@/features/listings", "refused"],
  ["src/features/listings/publish-listing.ts", "@/db/schema", "allowed"],
  ["src/features/listings/publish-listing.ts", "@/features/mail", "allowed"],
  ["src/features/listings/publish-listing.ts", "@/features/search/queries", "refused"],
  ["src/features/listings/publish-listing.ts", "../search/queries", "refused"],
  ["src/features/listings/publish-listing.ts", "hono", "refused"],
  ["src/features/listings/publish-listing.ts", "hono/cookie", "refused"],
  ["src/features/listings/publish-listing.ts", "@/http/forms", "refused"],
  ["src/features/listings/publish-listing.ts", "@/jobs", "refused"],
  ["src/features/listings/publish-listing.ts", "./routes", "refused"],
  ["src/features/listings/publish-listing.ts", "./part-routes", "refused"],
  ["src/features/listings/publish-listing.ts", "./api", "refused"],
  ["src/features/listings/publish-listing.ts", "./queries", "allowed"],
  ["src/features/listings/queries.ts", "drizzle-orm", "allowed"],
  ["src/features/listings/queries.ts", "hono", "refused"],
  ["src/features/listings/routes.tsx", "hono", "allowed"],
  ["src/features/listings/routes.tsx", "@/http/forms", "allowed"],
  ["src/features/listings/routes.tsx", "drizzle-orm", "refused"],
  ["src/features/listings/routes.tsx", "@/db/schema", "refused"],
  ["src/features/listings/routes.tsx", "stripe", "refused"],
  ["src/features/listings/part-routes.tsx", "@/http/forms", "allowed"],
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
  // The order of the features: each may know those below it.
  ["src/features/mail/a.ts", "@/features/listings", "refused"],
  ["src/features/listings/a.ts", "@/features/promotions", "refused"],
  ["src/features/listings/a-page.tsx", "@/features/search", "refused"],
  ["src/features/listings/routes.tsx", "@/features/enquiries", "refused"],
  ["src/features/promotions/a.ts", "@/features/listings", "allowed"],
  ["src/features/promotions/a.ts", "@/features/search", "refused"],
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
  ["src/features/admin/a.ts", "@/features/accounts", "refused"],
  ["src/features/site/a.ts", "@/features/listings", "allowed"],
  ["src/features/site/a.ts", "@/features/people", "refused"],
  ["src/features/follow-up/a.ts", "@/features/people", "refused"],
  ["src/jobs/a.ts", "@/features/mail", "allowed"],
  ["src/jobs/a.ts", "@/features/mail/queries", "refused"],
  ["src/jobs/a.ts", "@/app", "refused"],
  ["src/app.ts", "@/features/mail/routes", "allowed"],
  ["src/app.ts", "@/features/mail/part-routes", "allowed"],
  ["src/app.ts", "@/features/mail/queries", "refused"],
  ["src/app.ts", "@/worker", "refused"],
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

/** A page's two ways to a query: its type for the props, and a call that belongs into routes.tsx. */
const typeOfQuery = ["src/features/listings/type-page.tsx", 'import type { x } from "./queries";'] as const;
const callOfQuery = ["src/features/listings/call-page.tsx", 'import { x } from "./queries";'] as const;

/** Two files of one room that need each other, which no step may have. */
const cycle = { "src/shared/one.ts": "./two", "src/shared/two.ts": "./one" };

/** The rules that hold the staircase; `plugin` stands for dev/lint. */
const RULES = ["--only=style/noRestrictedImports", "--only=suspicious/noImportCycles", "--only=plugin"];

/**
 * Plants files that import something, lints them with the project's own configuration, and returns the complaints
 * as "rule file:line". Files that share a path share the file, one import a line.
 */
function lintPlanted(imports: [file: string, imported: string][]): Set<string> {
  const planted = mkdtempSync(join(tmpdir(), "catedra-staircase-"));
  try {
    for (const name of ["biome.json", ".gitignore", "dev/lint"]) {
      cpSync(join(root, name), join(planted, name), { recursive: true });
    }
    const files = Map.groupBy(imports, ([file]) => file);
    for (const [file, rows] of files) {
      mkdirSync(dirname(join(planted, file)), { recursive: true });
      const lines = rows.map(([, imported], index) => `export { x as x${index} } from "${imported}";\n`);
      writeFileSync(join(planted, file), `${lines.join("")}export const x = 1;\n`);
    }
    for (const [file, line] of [typeOfQuery, callOfQuery]) writeFileSync(join(planted, file), `${line}\n`);
    const args = ["lint", "--reporter=json", "--max-diagnostics=none", ...RULES, "."];
    const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: planted, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return new Set(
      diagnostics.map(({ category, location }) => `${category} ${location.path}:${location.start.line}`),
    );
  } finally {
    rmSync(planted, { recursive: true, force: true });
  }
}

interface Diagnostic {
  category: string;
  location: { path: string; start: { line: number } };
}

describe("the staircase", () => {
  let complaints: Set<string>;

  beforeAll(() => {
    complaints = lintPlanted([
      ...edges.map(([file, imported]): [string, string] => [file, imported]),
      ...Object.entries(cycle),
    ]);
  });

  const lineOf = new Map<string, number>();
  for (const [file, imported, verdict] of edges) {
    const line = (lineOf.get(file) ?? 0) + 1;
    lineOf.set(file, line);
    it(`${file} importing ${imported} is ${verdict}`, () => {
      const refused = ["lint/style/noRestrictedImports", "plugin"].some((rule) =>
        complaints.has(`${rule} ${file}:${line}`),
      );
      expect(refused ? "refused" : "allowed").toBe(verdict);
    });
  }

  it("a page may take a query's type, but not call it", () => {
    expect(complaints).not.toContain(`plugin ${typeOfQuery[0]}:1`);
    expect(complaints).toContain(`plugin ${callOfQuery[0]}:1`);
  });

  it("refuses files that import each other", () => {
    expect(complaints).toContain("lint/suspicious/noImportCycles src/shared/one.ts:1");
  });
});
