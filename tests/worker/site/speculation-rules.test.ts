import { expect, it } from "vitest";
import { paths } from "@/shared/paths";
import type { SpeculationRules } from "@/shared/speculation-rules";
import { app } from "../../helpers/app";

it("GET /speculation-rules.json names the public pages in both languages, without forms and files", async () => {
  const answer = await app.get(paths.speculationRules());
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/speculationrules+json",
  ]);
  const { prefetch } = (await answer.json()) as SpeculationRules;
  expect(prefetch).toHaveLength(1);
  const [included, { not: excluded }] = prefetch[0].where.and;
  const listPaths = ({ href_matches }: typeof included) => href_matches.map(({ pathname }) => pathname);
  expect(listPaths(included)).toEqual(
    expect.arrayContaining(["/", "/ro", "/tutoring/:id", "/ro/blog/:slug"]),
  );
  expect(listPaths(excluded)).toEqual([
    "/tutoring/create",
    "/ro/tutoring/create",
    "/blog/feed.xml",
    "/ro/blog/feed.xml",
  ]);
  expect(listPaths(included).join()).not.toMatch(/admin|profile|locale|sign|api/);
});
