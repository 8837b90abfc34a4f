import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localizePath, splitLocale } from "@/shared/i18n/locales";
import { isMachinePath, paths, safeNext, withQuery } from "@/shared/paths";

describe("safeNext", () => {
  test.each(["/", "/tutoring", "/tutoring?subject=m&q=%C8%99#x", "/ro/profile", "/a//b"])(
    "%s stays",
    (next) => {
      expect(safeNext(next, "/fallback")).toBe(next);
    },
  );

  test.each([
    "//evil.test",
    "/\\evil.test",
    "/a\\b",
    "https://evil.test",
    "tutoring",
    "?x",
    "",
    " /x",
    "/\t/evil.test",
    "/\u0000",
    undefined,
  ])("%j returns the fallback", (next) => {
    expect(safeNext(next, "/fallback")).toBe("/fallback");
  });

  test("any input: the browser stays on this site", () => {
    const tricky = fc.string({
      unit: fc.constantFrom(
        "/",
        "\\",
        ".",
        "a",
        ":",
        "@",
        "?",
        "#",
        "%2f",
        "%5c",
        "\t",
        "\n",
        " ",
        "evil.test",
        "ă",
      ),
    });
    fc.assert(
      fc.property(tricky, (next) => {
        const target = safeNext(next, "/fallback");
        expect(target).toMatch(/^\/(?!\/)/);
        expect(new URL(target, "https://catedra.test/ro/sign-in").host).toBe("catedra.test");
        expect(new URL(localizePath("ro", target), "https://catedra.test").host).toBe("catedra.test");
      }),
      { numRuns: 500, examples: [["/.//evil.test"], ["/x/..//evil.test"]] },
    );
  });
});

describe("localizePath and splitLocale", () => {
  test.each([
    ["/", "/ro"],
    ["/?q=a", "/ro?q=a"],
    ["/tutoring?subject=m", "/ro/tutoring?subject=m"],
  ])("%s is %s in Romanian and itself in English", (path, romanian) => {
    expect(localizePath("ro", path)).toBe(romanian);
    expect(localizePath("en", path)).toBe(path);
  });

  test.each([
    ["/ro", "ro", "/", true],
    ["/ro/tutoring", "ro", "/tutoring", true],
    ["/ro/ro/x", "ro", "/ro/x", true],
    ["/", "en", "/", false],
    ["/romania", "en", "/romania", false],
    ["/en/x", "en", "/en/x", false],
  ])("%s", (pathname, locale, path, prefixed) => {
    expect(splitLocale(pathname)).toEqual({ locale, path, prefixed });
  });

  test("are inverse functions", () => {
    for (const path of ["/", "/tutoring", "/ro", "/a/b"])
      expect(splitLocale(localizePath("ro", path)).path).toBe(path);
  });
});

test("queries omit empty values and repeat list values", () => {
  expect(withQuery("/x?a=1", { b: 2, c: 3 })).toBe("/x?a=1&b=2&c=3");
  expect(withQuery("/x", { a: "", b: null, c: undefined, d: false, e: [] })).toBe("/x");
  expect(withQuery("/x", { a: "ș &", b: 0, c: true, d: ["m", "h"] })).toBe("/x?a=%C8%99+%26&b=0&c=1&d=m&d=h");
});

test("ids are encoded as one path segment", () => {
  expect(paths.listing("../admin")).toBe("/tutoring/..%2Fadmin");
});

test.each([
  ["/api", true],
  ["/auth/users/me", true],
  ["/webhooks/stripe", true],
  ["/apiary", false],
  ["/", false],
])("%s is a data path: %s", (path, expected) => {
  expect(isMachinePath(path)).toBe(expected);
});
