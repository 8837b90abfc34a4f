import { beforeAll, expect, it } from "vitest";
import type { Ctx } from "@/context";
import { storeSearchWords } from "@/features/search/correction/refresh-search-words";
import { createTestApp, db } from "../../helpers/app";
import { fillCatalogue } from "../../helpers/fill-catalogue";
import { CORRECT_QUERY_COUNT, listCorrectQueries } from "./correction/correct-queries";
import { findMisspelled, searchAsPage } from "./correction/measure";
import { MISSPELLINGS } from "./correction/misspellings";

const { now } = createTestApp().clock;
const ctx = { db, now } as unknown as Ctx;

beforeAll(async () => {
  await fillCatalogue({ listings: 1500, now });
  await storeSearchWords(ctx);
}, 60_000);

it("at least 95 % of 300 misspelled searches find what was meant", async () => {
  expect(MISSPELLINGS.length).toBeGreaterThanOrEqual(300);
  const missed: string[] = [];
  for (const pair of MISSPELLINGS) {
    const { isFound, typed, searched } = await findMisspelled(ctx, pair);
    if (!isFound) missed.push(`${typed}: ${searched}`);
  }
  expect(missed.length / MISSPELLINGS.length, missed.join("\n")).toBeLessThanOrEqual(0.05);
}, 120_000);

it("at most 1 % of every tenth of 2,000 correct searches are changed", async () => {
  const all = listCorrectQueries();
  expect(all).toHaveLength(CORRECT_QUERY_COUNT);
  const queries = all.filter((_, n) => n % 10 === 0);
  const changed: string[] = [];
  for (const { q } of queries) {
    const { corrected } = await searchAsPage(ctx, q);
    if (corrected) changed.push(`${q}: ${corrected.to}`);
  }
  expect(changed.length / queries.length, changed.join("\n")).toBeLessThanOrEqual(0.01);
}, 120_000);
