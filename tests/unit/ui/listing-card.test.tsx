import { describe, expect, test } from "vitest";
import type { SearchFilters } from "@/shared/schemas/search";
import { ActiveFilters, countFilters } from "@/ui/active-filters";
import { FilterForm } from "@/ui/filter-form";
import { ListingCard, type ListingCardData } from "@/ui/listing-card";
import { renderOn } from "./page";

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 20);

const listing: ListingCardData = {
  id: "0123456789abcdef",
  title: "Matematică pentru Bacalaureat",
  subject: "m",
  levels: ["h", "pb", "pu"],
  county: "cj",
  neighbourhood: "Zorilor",
  online: true,
  locations: ["th"],
  pricePerHour: 12000,
  teacherName: "Ioana Ștefănescu",
  picture: null,
  publishedTs: now - 3 * DAY,
};

describe("a listing's card", () => {
  test("shows subject, title, teacher, place and price, in this order", () => {
    const html = renderOn(<ListingCard listing={listing} now={now} />, { locale: "ro" });
    const places = ["Matematică<", "Matematică pentru", "Ioana Ștefănescu", "Cluj, Zorilor", "120 lei"].map(
      (text) => html.indexOf(text),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(html).toContain('href="/ro/tutoring/0123456789abcdef"');
    expect(html).toContain("Liceu, Bacalaureat +1");
  });

  test("is new for thirty days", () => {
    const at = (publishedTs: number) =>
      renderOn(<ListingCard listing={{ ...listing, publishedTs }} now={now} />);
    expect(at(now - 29 * DAY)).toContain(">New<");
    expect(at(now - 30 * DAY)).not.toContain(">New<");
  });

  test("says when it is promoted", () => {
    expect(renderOn(<ListingCard listing={listing} now={now} />)).not.toContain("Promoted");
    expect(renderOn(<ListingCard listing={{ ...listing, promoted: true }} now={now} />)).toContain(
      ">Promoted<",
    );
  });
});

describe("the filters", () => {
  const filters: SearchFilters = {
    q: "",
    subject: ["m", "p"],
    level: ["pb"],
    location: [],
    online: true,
    county: "cj",
    min: 50,
    max: null,
    sort: "price",
  };

  test("each in force leads to the list without it, keeping the others", () => {
    const html = renderOn(<ActiveFilters values={filters} />);
    expect(html).toContain(
      "/tutoring?subject=m&amp;subject=p&amp;level=pb&amp;online=1&amp;min=50&amp;sort=price",
    );
    expect(html).toContain(
      "/tutoring?subject=p&amp;level=pb&amp;online=1&amp;county=cj&amp;min=50&amp;sort=price",
    );
    expect(countFilters(filters)).toBe(6);
  });

  test("form sends a second subject along", () => {
    expect(renderOn(<FilterForm values={filters} />)).toContain(
      '<input type="hidden" name="subject" value="p"/>',
    );
  });
});
