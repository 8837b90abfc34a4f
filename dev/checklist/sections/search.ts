import type { Section } from "../row";

export const search: Section = {
  number: "10",
  title: "Search",
  atLeast: 17,
  rows: [
    {
      holds: "q finds words",
      by: {
        "worker/search/list.test.ts":
          "finds the teacher's name and the description, and obeys the other filters",
      },
    },
    {
      holds: "subject, level*, location*, online, county, min and max filter",
      by: {
        "worker/search/list.test.ts": "%s answers only what matches",
        "worker/search/every-search.test.ts":
          "finds what a plain loop finds, in the same order, on as many pages forth and back, and counts it",
      },
    },
    {
      holds: "near as a point or a county, with radius",
      by: {
        "worker/search/near.test.ts": [
          "finds what is within the radius of a county's seat or of a point, the newest first",
          "near=%s is dropped, as an unknown code is",
          "radius=%s is dropped for the default",
        ],
      },
    },
    {
      holds: "sort=relevance, the usual one with q",
      by: {
        "worker/search/any-words.test.ts":
          "is the order of words by themselves, and gives way to another that is asked for",
      },
    },
    {
      holds: "sort=newest, the usual one without",
      by: {
        "worker/search/api.test.ts":
          "answers a page of what visitors may see, newest first, with total and cursors",
      },
    },
    {
      holds: "sort=price and -price",
      by: { "worker/search/list.test.ts": "?sort=price and -price order by the price of an hour" },
    },
    {
      holds: "sort=distance with near",
      by: {
        "worker/search/near.test.ts": "sort=distance orders by it, and cards say it to the rounded point",
      },
    },
    {
      holds: "after and before are opaque cursors",
      by: {
        "worker/search/pages.test.ts":
          "%s: a walk forwards and back shows every listing once, in the same order",
        "unit/search/search-words.test.ts": "a cursor is read as it was written, for its own order alone",
      },
    },
    {
      holds: "Unknown codes are dropped",
      by: {
        "worker/search/list.test.ts": "%s drops what it does not know",
        "worker/search/api.test.ts": "drops what it cannot read: %s",
      },
    },
    {
      holds: "A bad cursor shows the first page",
      by: { "worker/search/pages.test.ts": "a bad cursor (%s) shows the first page" },
    },
    {
      holds: "Diacritics, case and cedillas do not matter",
      by: { "worker/search/list.test.ts": "%s finds „Științe prin joc”" },
    },
    {
      holds: "Input is never read as query syntax",
      by: {
        "worker/search/list.test.ts": "%j is only text",
        "worker/search/any-words.test.ts": "answers a page, in every order and near a place",
      },
    },
    {
      holds: "Relevance: title over teacher over description",
      by: { "worker/search/any-words.test.ts": "weighs title over teacher over description" },
    },
    {
      holds: "Any first page reads at most a few hundred rows, whatever the filters",
      by: {
        "worker/search/grid.test.ts": [
          "a search by up to three filters in any order reads at most 300, one with words 3,000",
          "GET / and GET /tutoring/{id} read at most 300",
        ],
      },
    },
    {
      holds: "Cost does not grow with the catalogue",
      by: { "worker/search/grid.test.ts": "rows read at … listings" },
    },
    {
      holds: "The total is exact to 1,000",
      by: {
        "worker/search/pages.test.ts": "says the exact total",
        "worker/search/counts.test.ts": "says of every search of up to three filters how many listings fit",
      },
    },
    {
      holds: "Then “1,000+”",
      by: {
        "worker/search/grid.test.ts":
          "a total of more than 1,000 is told as 1,000+, on the page and in the call",
      },
    },
  ],
};
