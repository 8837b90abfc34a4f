import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  getApiListings: {
    summary: "Search listings",
    about:
      "The same search as the list page: what visitors may see, 20 to a page. Nothing in the query is an error: unknown codes and places out of range are left out, and a cursor that cannot be read shows the first page. Repeat `subject`, `level` and `location` to mean any of several. Up to three promoted listings that match everything stand in `promoted` on the first page, and are left out of `content` there. `total` counts all of them, exactly to 1,000.",
    parameters: {
      q: "Words of the title, the teacher’s name or the description; a name of a subject, level or county also finds the listings with that code. Capital letters and diacritics make no difference.",
      subject: "Subjects, by their codes.",
      level: "Levels, by their codes.",
      location: "Where lessons take place, by code.",
      online: "`1` for online lessons alone.",
      county: "County, by its code.",
      min: "Lowest price of an hour, in lei.",
      max: "Highest price of an hour, in lei.",
      near: "`latitude,longitude` in degrees, or a county’s code for its seat.",
      radius: "How far from `near`, in km: 1 to 100, 25 as a rule.",
      sort: "`newest` unless there are words; `relevance` goes with `q`, `distance` with `near`.",
      after: "The cursor `next` of the page before.",
      before: "The cursor `previous` of the page after.",
    },
    answers: {
      200: "A page of listings.",
    },
  },
};
