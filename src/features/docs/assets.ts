/** Files that the client build generates (`dev/api-docs`) and the Worker reads through its assets binding. */
export const OPENAPI_ASSET = "/api-docs/openapi.json";
export const REFERENCE_ASSET = "/api-docs/reference.html";

/** Stands in these files for the base of the calls, which the Worker knows from its settings. */
export const API_BASE_PLACEHOLDER = "https://api-base.invalid";
