import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const searchApiDocs: CallDocs = {
  getApiListings: {
    summary: "Search listings",
    about:
      "The same search as the list page: visible listings, 20 per page. Invalid parameters are no errors: unknown codes and points out of range are ignored, and an invalid cursor shows the first page. Repeat `subject`, `level`, `location`, `when`, `format` and `teaches_in` to match any of several. On the first page, up to three promoted listings that match all filters are in `promoted` and not in `content`. `total` counts all matches, exactly up to 1,000. Phrases of `q` in English or Romanian become filters, and replace a county, price, order or single subject that is set: `mate bac cluj sub 100 lei` is mathematics, baccalaureate, Cluj, at most 100 lei. Instruments and certificates such as `pian` and `IELTS` stay words and add their subject if none is named or set. `understood` has these filters and the other words. If `q` finds nothing and has mistyped words, the answer is that of the text that was probably meant, and `understood.corrected` has both texts.",
    parameters: {
      q: "What is looked for, in words. Phrases that mean filters become filters; the other words are those of the title, the teacher’s name, the description or the neighborhood. The name of a subject, level or county also finds the listings with that code. Capital letters and diacritics are ignored.",
      subject: "Subjects, by their codes.",
      level: "Levels, by their codes.",
      location: "Where lessons take place, by code.",
      online: "`1` for listings with online lessons.",
      verified: "`1` for listings of teachers with at least one checked document whose badge has not ended.",
      trial: "`1` for listings whose first lesson is free or reduced.",
      receipt: "`1` for listings of teachers who issue an invoice or receipt.",
      when: "Times of the week, any of them: a day (1 Monday to 7 Sunday) and `m` for before 12, `a` for 12 to 17, `e` for after 17. `weekday_mornings`, `weekday_afternoons`, `weekday_evenings` and `weekend` stand for all of theirs.",
      format: "`individual` or `group` lessons.",
      teaches_in: "Languages in which the teacher teaches (ISO 639-1), any of them.",
      county: "County, by its code.",
      min: "Lowest price per hour, in lei.",
      max: "Highest price per hour, in lei.",
      near: "`latitude,longitude` in degrees, or a county’s code for the county seat.",
      radius: "Maximum distance from `near`, in km: 1 to 100, by default 25.",
      sort: "By default `relevance` with `q`, else `newest`. `relevance` requires `q`, `distance` requires `near`. `rating`: best first, by the teacher's mean rating with five ratings of the site's mean.",
      exact:
        "`1` searches for the words of `q` as they are, without turning them into filters or correcting them.",
      after: "The cursor `next` of the previous page.",
      before: "The cursor `previous` of the next page.",
    },
    responses: {
      200: "A page of listings.",
    },
  },
  getApiSuggestions: {
    summary: "Suggest searches",
    about:
      "Up to eight searches and teachers for a text that is being typed. The last word may be a prefix; capital letters and diacritics are ignored, and words of both languages are understood. `subject`, `level`, `county` and `town` name a phrase that completes the text, with what the words before it mean; `search` is any other search, such as that of a whole phrase (`mate sub 100`), and `teacher` the name of a teacher with a visible listing. All of them have results. A mistyped text that resembles nothing else gets the suggestions of the text that was probably meant. A text without letters and digits has no suggestions, and further than 200 characters is ignored. The answer may be cached for five minutes, and is not counted as a search.",
    parameters: {
      q: "The text as typed so far.",
      locale: "The language of labels and links; by default that of the path.",
    },
    responses: {
      200: "Suggestions, the most likely first.",
    },
  },
};
