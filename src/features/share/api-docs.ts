import type { CallDocs } from "@/shared/call-docs";

/** What the calls of this feature do, by their operationId: for the OpenAPI document alone, never in the Worker. */
export const API_DOCS: CallDocs = {
  getImagesShareListingsByFile: {
    summary: "The picture of a shared listing",
    about: "1200×630, drawn from its title, subject, place and price. It is rendered on the first request.",
    parameters: {
      file: "`{listing id}.png`",
      v: "The listing’s version; with the present one the picture may be kept for ever.",
    },
    answers: {
      200: "The picture.",
      302: "Other pictures are being drawn: to the one of the site. The next request may get the listing’s own.",
      304: "It is the one that `If-None-Match` names.",
    },
  },
  getImagesShareBlogByFile: {
    summary: "The picture of a shared post",
    about: "1200×630, drawn from its title, category and date. It is rendered on the first request.",
    parameters: {
      file: "`{post id}.png`",
      v: "The post’s version; with the present one the picture may be kept for ever.",
    },
    answers: {
      200: "The picture.",
      302: "Other pictures are being drawn: to the one of the site. The next request may get the post’s own.",
      304: "It is the one that `If-None-Match` names.",
    },
  },
};
