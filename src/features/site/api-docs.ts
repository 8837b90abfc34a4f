import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const API_DOCS: CallDocs = {
  getBuildsLatestJson: {
    summary: "The newest build of the pages",
    about: "Never kept. Open pages ask it now and then, and are loaded again once there is a newer one.",
    fields: {
      id: "Another one with each change of the pages’ scripts, styles or texts",
      timestamp: "When it was made (ms)",
    },
    answers: {
      200: "Which build it is.",
    },
  },
  getBuildsFilesJson: {
    summary: "The files of that build",
    about: "A deployment takes them along, so that pages that are open during it still find theirs.",
    answers: {
      200: "The paths of the files, each for ever the same file.",
    },
  },
  getLocalesByPageByLocaleDataJson: {
    summary: "The texts of a page in one language",
    about:
      "`general` has what all pages say. Asked for with the id of the newest build as `v`, the answer is good for a year; otherwise it is to be asked for again, with `If-None-Match`.",
    parameters: {
      page: "The page’s name, a folder of `locales/`.",
      locale: "The language.",
      v: "The id of a build.",
    },
    answers: {
      200: "Texts by their keys, in groups; a plural is a group of its forms.",
      304: "They are those that `If-None-Match` names.",
      404: "There is no such page, or no such language.",
    },
  },
};
