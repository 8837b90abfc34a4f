import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const shareImagesApiDocs: CallDocs = {
  getImagesShareListingsByFile: {
    summary: "The share image of a listing",
    about: "1200×630, with its title, subject, location and price. It is rendered on the first request.",
    parameters: {
      file: "`{listing id}.png`",
      v: "The listing’s version; with the current one, the image is cached for a year.",
    },
    responses: {
      200: "The image.",
      302: "Other images are being rendered: redirects to the site’s image. A later request may get the listing’s image.",
      304: "The image has the ETag in `If-None-Match`.",
    },
  },
  getImagesShareBlogByFile: {
    summary: "The share image of a post",
    about: "1200×630, with its title, category and date. It is rendered on the first request.",
    parameters: {
      file: "`{post id}.png`",
      v: "The post’s version; with the current one, the image is cached for a year.",
    },
    responses: {
      200: "The image.",
      302: "Other images are being rendered: redirects to the site’s image. A later request may get the post’s image.",
      304: "The image has the ETag in `If-None-Match`.",
    },
  },
};
