import { expect, test } from "vitest";
import * as access from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";

const as = (role: SignedInUser["role"] | null) => ({ user: role && { id: "x", role } }) as unknown as Ctx;

test("an access check rejects users of a lower role", () => {
  const passes = (check: (ctx: Ctx) => SignedInUser, role: SignedInUser["role"] | null): string => {
    try {
      return check(as(role)).role;
    } catch (error) {
      return (error as { refusal?: { code: string }; code?: string }).refusal?.code ?? String(error);
    }
  };
  const all = [null, "u", "t", "a"] as const;
  expect(all.map((role) => passes(access.requireUser, role))).toEqual(["unauthenticated", "u", "t", "a"]);
  expect(all.map((role) => passes(access.requireTeacher, role))).toEqual([
    "unauthenticated",
    "forbidden",
    "t",
    "a",
  ]);
  expect(all.map((role) => passes(access.requireAdmin, role))).toEqual([
    "unauthenticated",
    "forbidden",
    "forbidden",
    "a",
  ]);
});

test("an unknown access check is a type error", () => {
  expect(() => {
    // @ts-expect-error There is no such check.
    access.requireNobody(as("a"));
  }).toThrow(TypeError);
});
