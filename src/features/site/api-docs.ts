import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const siteApiDocs: CallDocs = {
  getBuildsLatestJson: {
    summary: "The latest build of the site",
    about: "Never cached. Open pages poll it, and reload when a later build is deployed.",
    fields: {
      id: "Changes with the site’s scripts, styles or texts",
      timestamp: "When it was built (ms)",
    },
    responses: {
      200: "The build.",
    },
  },
  getBuildsFilesJson: {
    summary: "The files of the latest build",
    about: "The next deployment copies them, so that pages that are open during it still find their files.",
    responses: {
      200: "The paths of the files. The content of a path never changes.",
    },
  },
  getLocalesByPageByLocaleDataJson: {
    summary: "The texts of a page in one language",
    about:
      "`general` has the texts that all pages share. With the id of the latest build as `v`, the response is cached for a year. Otherwise it must be revalidated with `If-None-Match`.",
    parameters: {
      page: "The page’s name, a folder of `locales/`.",
      locale: "The language.",
      v: "The id of a build.",
    },
    responses: {
      200: "Texts by key, in groups; a plural is a group of its forms.",
      304: "The texts have the ETag in `If-None-Match`.",
      404: "The page or the language does not exist.",
    },
  },
};
