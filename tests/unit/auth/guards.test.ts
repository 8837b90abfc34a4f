import { expect, test } from "vitest";
import * as guards from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";

const as = (role: SignedInUser["role"] | null) => ({ user: role && { id: "x", role } }) as unknown as Ctx;

test("a guard rejects users of a lower role", () => {
  const passes = (guard: (ctx: Ctx) => SignedInUser, role: SignedInUser["role"] | null): string => {
    try {
      return guard(as(role)).role;
    } catch (error) {
      return (error as { refusal?: { code: string }; code?: string }).refusal?.code ?? String(error);
    }
  };
  const all = [null, "u", "t", "a"] as const;
  expect(all.map((role) => passes(guards.requireUser, role))).toEqual(["unauthenticated", "u", "t", "a"]);
  expect(all.map((role) => passes(guards.requireTeacher, role))).toEqual([
    "unauthenticated",
    "forbidden",
    "t",
    "a",
  ]);
  expect(all.map((role) => passes(guards.requireAdmin, role))).toEqual([
    "unauthenticated",
    "forbidden",
    "forbidden",
    "a",
  ]);
});

test("an unknown guard is a type error", () => {
  expect(() => {
    // @ts-expect-error There is no such guard.
    guards.requireNobody(as("a"));
  }).toThrow(TypeError);
});
