/** Matches the paths of a pattern such as /tutoring/:id. */
export const toPathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);

type Matches = { href_matches: { pathname: string }[] };

/**
 * The pages that a browser may load before the visitor opens them. Paths are URL patterns.
 * https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
 */
export type SpeculationRules = {
  prefetch: [{ where: { and: [included: Matches, { not: Matches }] }; eagerness: "moderate" }];
};
