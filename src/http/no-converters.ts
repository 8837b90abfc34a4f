/**
 * Stands in the worker for @standard-community's packages (`alias` in wrangler.toml). hono-openapi brings them along to
 * convert other libraries' schemas, with converters loaded by dynamic import; ours come to it as JSON Schema.
 */
function never(): never {
  throw new Error("described() gives JSON Schema; no other schema is converted");
}

export { never as loadVendor, never as toJsonSchema, never as toOpenAPISchema };
