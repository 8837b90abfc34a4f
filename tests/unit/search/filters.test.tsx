import { describe, expect, test } from "vitest";
import { ActiveFilters } from "@/features/search/filters/active-filters";
import { toFilterQuery } from "@/features/search/filters/list-query";
import { FilterForm } from "@/features/search/list/filter-form";
import { SortField } from "@/features/search/list/sort-field";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";
import { renderOn } from "../ui/page";

const CLUJ = { latitude: 46.77, longitude: 23.59, county: "cj" as const };

describe("search filters", () => {
  const { filters } = parseSearch(
    new URLSearchParams("subject=m&subject=p&level=pb&online=1&county=cj&min=50&sort=price"),
  );

  test("each further subject has its own field below the first, and an empty one adds another", () => {
    const html = renderOn(<FilterForm values={filters} mode={{ isSelecting: false, isExact: false }} />);
    expect(html).toMatch(
      /id="filter-subject-2".*?<option value="p" selected="">.*id="filter-county".*id="filter-subject-3"/s,
    );
    expect(html.match(/>Second subject</g)).toHaveLength(1);
    expect(html).not.toContain("filter-subject-4");
  });

  test("rare filters are in the form, and shown if one is active", () => {
    const mode = { isSelecting: false, isExact: false };
    const values = { ...filters, subject: ["m" as const] };
    const html = renderOn(<FilterForm values={values} mode={mode} />);
    expect(html).toMatch(/id="filter-integrity".*<details class="filters__more">/s);
    for (const query of ["when=6m", "when=weekend", "format=group", "location=th", "trial=1", "receipt=1"]) {
      const set = { ...values, ...parseSearch(new URLSearchParams(`subject=m&${query}`)).filters };
      const field = renderOn(<FilterForm values={set} mode={mode} />);
      expect(field).toContain('<details class="filters__more" open=""');
      const [name, value] = query.split("=");
      expect(field).toMatch(new RegExp(`<input [^>]*name="${name}"[^>]* checked="" value="${value}"`));
    }
    const near = renderOn(<FilterForm values={{ ...values, near: CLUJ }} mode={mode} />);
    expect(near).toMatch(
      /<option value="cj" selected="">Cluj-Napoca.*data-locate.*<details class="filters__more">/s,
    );
  });

  test("sort orders are offered where they apply; the default has an empty value", () => {
    const sorts = (overrides: Partial<SearchFilters>) =>
      [
        ...renderOn(<SortField values={{ ...filters, ...overrides }} />).matchAll(/<option value="([^"]*)"/g),
      ].map(([, value]) => value);
    expect(sorts({})).toEqual(["", "rating", "price", "-price"]);
    expect(sorts({ q: "bac" })).toEqual(["", "newest", "rating", "price", "-price"]);
    expect(sorts({ near: CLUJ })).toEqual(["newest", "rating", "price", "-price", ""]);
  });

  test("a place and its radius are one filter", () => {
    const html = renderOn(
      <ActiveFilters
        values={{ ...filters, near: CLUJ, radius: 50 }}
        mode={{ isSelecting: false, isExact: false }}
      />,
    );
    expect(html).toContain("Up to 50 km from Cluj-Napoca");
    expect(html).toContain("&amp;near=cj&amp;radius=50");
    expect(toFilterQuery({ ...filters, near: { ...CLUJ, county: null }, sort: "distance" })).toMatchObject({
      near: "46.77,23.59",
      radius: null,
      sort: null,
    });
  });

  test.each([
    [{ sort: "distance" as const, near: null }, null],
    [{ sort: "relevance" as const, q: "" }, null],
    [{ sort: "newest" as const, q: "bac" }, "newest"],
    [{ sort: "relevance" as const, q: "bac" }, null],
  ])("%o has sort=%s in a link", (changes, sort) => {
    expect(toFilterQuery({ ...filters, ...changes }).sort).toBe(sort);
  });
});
