import { afterEach, expect, it, vi } from "vitest";
import { type Figure, printFigures } from "../../../bench/figures";
import { FEW_LISTS, MANY_LISTS } from "../../../bench/harness/list-paths";
import { computeRatio } from "../../../bench/harness/rounds";

afterEach(() => void vi.restoreAllMocks());

it("fails only for figures past their bounds or without a value", () => {
  for (const method of ["log", "table"] as const) vi.spyOn(console, method).mockImplementation(() => {});
  const figure = (value: number): Figure => ({ what: "list", value, bound: 2 });
  expect(printFigures([figure(2), { what: "information", value: 9 }])).toBe(true);
  expect(printFigures([figure(2.01)])).toBe(false);
  expect(printFigures([figure(Number.NaN)])).toBe(false);
});

it("a ratio is the median of the rounds' ratios", () => {
  const rounds = new Map([
    ["page", [2, 30, 8]],
    ["floor", [1, 10, 2]],
  ]);
  expect(computeRatio(rounds, "page", "floor")).toBe(3);
});

it("requests 15 and 648 different lists", () => {
  expect(new Set(FEW_LISTS).size).toBe(15);
  expect(new Set(MANY_LISTS).size).toBe(648);
});
