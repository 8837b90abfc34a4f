import type { CallDocs } from "@/shared/call-docs";

/** Descriptions of this feature's API calls by operationId: only for the OpenAPI document, never in the worker. */
export const reviewsApiDocs: CallDocs = {};
