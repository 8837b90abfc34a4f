/** What the pages read of an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0) as this app makes it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

type Content = Record<string, { schema?: JsonSchema }>;

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required: boolean;
  schema: JsonSchema;
};

export type ApiResponse = {
  description: string;
  headers?: Record<string, { description?: string; required: boolean; schema: JsonSchema }>;
  content?: Content;
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  /** Alternatives; an empty one means that no authentication is needed. */
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ApiResponse>;
};

export type ApiDocument = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; "x-displayName": string; description: string }[];
  /** By path template, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
};

const COMPONENT = "#/components/schemas/";

/** The component that a schema refers to. */
export const getComponentName = (schema: JsonSchema): string | undefined =>
  schema.$ref?.startsWith(COMPONENT) ? schema.$ref.slice(COMPONENT.length) : undefined;
