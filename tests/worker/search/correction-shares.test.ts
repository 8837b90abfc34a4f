import { beforeAll, expect, it } from "vitest";
import type { Ctx } from "@/context";
import { storeSearchWords } from "@/features/search/correction/refresh-search-words";
import { app, db } from "../../helpers/app";
import { fillCatalogue } from "../../helpers/fill-catalogue";
import { listCorrectQueries } from "./correction/correct-queries";
import { findMisspelled, searchTyped } from "./correction/measure";
import { MISSPELLINGS } from "./correction/misspellings";

const { now } = app.clock;
const ctx = { db, now } as unknown as Ctx;

beforeAll(async () => {
  await fillCatalogue({ listings: 1500, now });
  await storeSearchWords(ctx);
}, 60_000);

it("at least 95 % of 130 misspelled searches find what was meant", async () => {
  expect(MISSPELLINGS.length).toBeGreaterThanOrEqual(130);
  // Started together, they share batches.
  const outcomes = await Promise.all(MISSPELLINGS.map((pair) => findMisspelled(ctx, pair)));
  const missed = outcomes.flatMap(({ isFound, typed, searched }) => (isFound ? [] : `${typed}: ${searched}`));
  expect(missed.length / MISSPELLINGS.length, missed.join("\n")).toBeLessThanOrEqual(0.05);
}, 120_000);

it("at most 1 % of correct searches are changed", async () => {
  const queries = listCorrectQueries();
  expect(queries.length).toBeGreaterThanOrEqual(200);
  const searches = await Promise.all(queries.map((q) => searchTyped(ctx, q)));
  const changed = searches.flatMap(({ corrected }) =>
    corrected ? `${corrected.from}: ${corrected.to}` : [],
  );
  expect(changed.length / queries.length, changed.join("\n")).toBeLessThanOrEqual(0.01);
}, 120_000);
