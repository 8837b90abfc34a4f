import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  getImagesShareListingsByFile: {
    summary: "The share image of a listing",
    about: "1200×630, with its title, subject, place and price. It is rendered on the first request.",
    parameters: {
      file: "`{listing id}.png`",
      v: "The listing’s version; with the current one, the image is cached for a year.",
    },
    answers: {
      200: "The image.",
      302: "Other images are being rendered: redirects to the site’s image. The next request may get the listing’s own.",
      304: "It is the one that `If-None-Match` names.",
    },
  },
  getImagesShareBlogByFile: {
    summary: "The share image of a post",
    about: "1200×630, with its title, category and date. It is rendered on the first request.",
    parameters: {
      file: "`{post id}.png`",
      v: "The post’s version; with the current one, the image is cached for a year.",
    },
    answers: {
      200: "The image.",
      302: "Other images are being rendered: redirects to the site’s image. The next request may get the post’s own.",
      304: "It is the one that `If-None-Match` names.",
    },
  },
};
