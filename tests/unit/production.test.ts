import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SCHEDULE } from "@/jobs/schedule";
import { paths } from "@/shared/paths";
import { finishStatements } from "../../dev/restore/restore-backup";

const root = resolve(import.meta.dirname, "../..");
const text = (file: string) => readFileSync(join(root, file), "utf8");
const page = text("docs/production.md");
const capacity = text("docs/capacity.md");
const all = (pattern: RegExp, within = page) => [...within.matchAll(pattern)].map(([, group = ""]) => group);

describe("docs/production.md and docs/capacity.md", () => {
  it("adds up what 1,000 visits cost", () => {
    const costs = all(/^\| .* \| \$([\d.]+) +\|$/gm, capacity).map(Number);
    const [together] = all(/\*\*\$([\d.]+)\*\*/g, capacity).map(Number);
    expect(costs.length).toBeGreaterThan(7);
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(together ?? 0, 4);
  });

  it("names existing scripts, jobs, files and pages", () => {
    const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
    for (const script of all(/`bun run ([a-z:]+)/g)) expect(Object.keys(scripts)).toContain(script);
    const jobs = SCHEDULE.map(({ name }) => name);
    for (const job of all(/`(reconcile-[a-z]+)`/g)) expect(jobs).toContain(job);
    for (const file of all(/`(src\/[\w/.-]+)`/g)) expect(globSync(file, { cwd: root }), file).toHaveLength(1);
    const pages = Object.values(paths).map((path) => (path as (...args: string[]) => string)(""));
    for (const path of all(/`(\/admin[a-z/-]*)`/g)) expect(pages).toContain(path);
  });

  it("names the alerts, and existing log events", () => {
    const sources = globSync("src/**/*.{ts,tsx}", { cwd: root }).map(text).join("\n");
    const listed = page.slice(page.indexOf("| `alert` "), page.indexOf("`/admin/health`"));
    const alerts = ["alert", "error", ...all(/log\.alert\("(\w+)"/g, sources)];
    expect(all(/^\| `(\w+)` /gm, listed).sort()).toEqual(alerts.sort());
    const events = all(/`(request_failed|\w+_(?:failed|lost|given_up|alert|mismatch))`/g);
    expect(events.length).toBeGreaterThan(6);
    for (const name of events)
      expect(sources).toMatch(new RegExp(`log\\.(error|warn)\\("${name}"|: "${name}"`));
  });

  it("finishes a Time Travel restore like the restore of a backup", () => {
    const [script = ""] = all(/time-travel restore[\s\S]+?```sh\n([\s\S]+?)```/g);
    const [, statements = ""] = script.replace(/\s+/g, " ").split('"');
    const toTime = "unixepoch('2026-11-20 09:00') * 1000";
    expect(statements.trim().split("; ")).toEqual([
      ...finishStatements(toTime).slice(0, -1),
      "delete from restores",
      ...finishStatements(toTime).slice(-1),
    ]);
  });

  it("Cloudflare leaves the queries of addresses out of the logs, with the tokens of mailed links", () => {
    const [, observability = ""] = text("wrangler.toml").split("\n[observability]\n");
    expect(observability.split("\n[")[0]).toContain("redact_query_string = true");
  });
});
