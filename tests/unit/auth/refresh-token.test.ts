import { describe, expect, test } from "vitest";
import { createNextRefreshToken, createRefreshToken, parseRefreshToken } from "@/auth/refresh-token";
import { ID_PATTERN } from "@/shared/ids";

describe("refresh tokens", () => {
  test("belong to one session, each with its own hash", () => {
    const first = createRefreshToken();
    const second = createNextRefreshToken(first);
    expect(second.sessionId).toBe(first.sessionId);
    expect(second.value).not.toBe(first.value);
    expect(second.hash).not.toBe(first.hash);
    expect(first.sessionId).toMatch(ID_PATTERN);
    expect(createRefreshToken().sessionId).not.toBe(first.sessionId);
    expect(parseRefreshToken(first.value)).toEqual(first);
  });

  test.each(["", "x", "a".repeat(85), "a".repeat(87), `${"a".repeat(85)}=`, `${"a".repeat(85)}\n`])(
    "%j is no refresh token",
    (value) => {
      expect(parseRefreshToken(value)).toBeNull();
    },
  );
});
