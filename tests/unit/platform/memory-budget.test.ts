import { expect, test, vi } from "vitest";
import { createMemoryBudget } from "@/platform/memory-budget";

const never = () => new Promise<never>(() => {});

test("refuses a reservation that exceeds the budget, and accepts it when others have ended", async () => {
  const budget = createMemoryBudget(100);
  let finish = () => {};
  const first = budget.run(60, () => new Promise<string>((resolve) => (finish = () => resolve("first"))));
  expect(await budget.run(41, async () => "second")).toBeNull();
  expect(await budget.run(40, async () => "third")).toBe("third");
  finish();
  expect(await first).toBe("first");
  expect(await budget.run(41, async () => "second")).toBe("second");
});

test("frees failed work, and accepts a reservation above the budget if it is alone", async () => {
  const budget = createMemoryBudget(100);
  await expect(budget.run(500, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await budget.run(500, async () => "alone")).toBe("alone");
});

test("drops a reservation that never ended after a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const budget = createMemoryBudget(100);
    void budget.run(100, never);
    vi.advanceTimersByTime(60_000);
    expect(await budget.run(1, async () => "rejected")).toBeNull();
    vi.advanceTimersByTime(1);
    expect(await budget.run(1, async () => "let in")).toBe("let in");
  } finally {
    vi.useRealTimers();
  }
});
