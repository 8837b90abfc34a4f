import { afterEach, expect, it, vi } from "vitest";
import { type Figure, printFigures } from "../../../bench/figures";
import { FEW_LISTS, MANY_LISTS } from "../../../bench/harness/list-paths";
import { computeRatio } from "../../../bench/harness/rounds";

afterEach(() => void vi.restoreAllMocks());

const figure = (value: number | null, bound: number | null): Figure => ({
  what: "list",
  value,
  bound,
  aim: 1,
});

it("fails only for figures past their bounds, and counts what was not measured", () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  expect(printFigures([figure(2, 2), figure(9, null), figure(null, 2)])).toBe(true);
  expect(print).toHaveBeenLastCalledWith("\n0 figures are past their bounds; 1 were not measured.");
  expect(printFigures([figure(2.01, 2)])).toBe(false);
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
