import { Hono } from "hono";
import type { AppEnv, AppRoute } from "@/context";
import { listPathsWith } from "@/http/route-options";
import { LOCALES, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { type SpeculationRules, toPathPattern } from "@/shared/speculation-rules";

/** Which pages browsers may prefetch: routes with the option `prefetchable`. A header of each page names this file. */
export const speculationRulesRoutes = new Hono<AppEnv>();

speculationRulesRoutes.get(paths.speculationRules(), (c) =>
  c.body(JSON.stringify(toSpeculationRules(c.get("routes"))), 200, {
    "content-type": "application/speculationrules+json",
    "cache-control": "public, max-age=3600",
  }),
);

function toSpeculationRules(routes: readonly AppRoute[]): SpeculationRules {
  const included = listPathsWith(routes, "prefetchable").map(({ path }) => path);
  const patterns = included.map(toPathPattern);
  // Forms and files whose paths match a pattern, such as /tutoring/create.
  const excluded = routes
    .filter(({ method, path }) => method === "GET" && !included.includes(path))
    .map(({ path }) => path)
    .filter((path) => patterns.some((pattern) => pattern.test(path)));
  return {
    prefetch: [
      {
        where: { and: [toMatches(included), { not: toMatches([...new Set(excluded)]) }] },
        eagerness: "moderate",
      },
    ],
  };
}

const toMatches = (patterns: readonly string[]) => ({
  href_matches: patterns.flatMap((pattern) =>
    LOCALES.map((locale) => ({ pathname: localizePath(locale, pattern) })),
  ),
});
