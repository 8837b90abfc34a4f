import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId. Only the OpenAPI document uses them, not the worker. */
export const dataApiDocs: CallDocs = {
  getDataListingsJson: {
    summary: "Export all public listings",
    about:
      "One object with each listing by its ID. The response is streamed. At most 60 exports per hour and network.",
    responses: {
      200: "The listings, by ID.",
      400: "The `format` is not `export` (`unknown_format`).",
    },
  },
  getDataBlogJson: {
    summary: "Export all published posts",
    about: "One object with each post by its ID, in both languages.",
    responses: {
      200: "The posts, by ID.",
      400: "The `format` is not `export` (`unknown_format`).",
    },
  },
  getDataTestimonialsJson: {
    summary: "Export all published testimonials",
    responses: {
      200: "The testimonials, by ID.",
      400: "The `format` is not `export` (`unknown_format`).",
    },
  },
  getDataListingsByFile: {
    summary: "Export a public listing",
    parameters: {
      file: "ID of the listing followed by `.json`.",
    },
    responses: {
      200: "The listing.",
      400: "The `format` is not `export` (`unknown_format`), or the key is invalid: empty, longer than 768 bytes, or with one of `. # $ / [ ]`, encoded or not (`invalid_key`).",
      404: "The listing does not exist or is not public.",
    },
  },
  getDataOrdersJson: {
    summary: "Export all orders",
    about: "For admins. One object with each order by its ID.",
    responses: {
      200: "The orders, by ID.",
      400: "The `format` is not `export` (`unknown_format`).",
      401: "The token is missing, invalid or expired (`permission_denied`).",
    },
  },
  getDataSettingsByFile: {
    summary: "Get a settings document",
    about:
      "For admins. The documents are `packages` (with the caps), `vat`, `seller`, `limits` and `banned-words`. `format` is optional.",
    parameters: {
      file: "Name of the document followed by `.json`.",
    },
    responses: {
      200: "The current document.",
      400: "The `format` is not `export`, or the key is invalid (`invalid_key`).",
      401: "The token is missing, invalid or expired (`permission_denied`).",
      404: "The document does not exist (`nodata`).",
    },
  },
  putDataSettingsByFile: {
    summary: "Write a settings document",
    about:
      "For admins. With a `version`, only that version is replaced. Without it, the current version is replaced, with up to 25 retries after concurrent writes. All versions are stored.",
    parameters: {
      file: "Name of the document followed by `.json`.",
    },
    responses: {
      200: "The new document.",
      401: "The token is missing, invalid or expired (`permission_denied`).",
      404: "The document does not exist (`nodata`).",
      409: "Another version was written first (`datastale`, with the current one), or 25 retries failed (`maxretry`).",
      413: "The body is too large (`set`).",
      422: "The document is invalid, or larger than a row of the database (`set`).",
    },
  },
};
