/** Files that the client build generates (`dev/api-docs`) and the worker reads through its assets binding. */
export const OPENAPI_ASSET = "/api-docs/openapi.json";
export const REFERENCE_ASSET = "/api-docs/reference.html";

/** Placeholder in these files for the API's base URL, which the worker takes from its settings. */
export const API_BASE_PLACEHOLDER = "https://api-base.invalid";
