import type { AppRoute } from "@/context";
import { findDeclaration, TAGS } from "@/http/declare-call";
import type { ApiDocument } from "./openapi";
import { toOperation } from "./operation";
import { AUTH_TEXTS, describeApi, TAG_TEXTS } from "./texts";

/** The OpenAPI document of the calls among the app's routes. `base` is the API's origin. */
export function createDocument(
  routes: readonly AppRoute[],
  { base, cookie }: { base: string; cookie: string },
): ApiDocument {
  const schemas: ApiDocument["components"]["schemas"] = {};
  const paths: ApiDocument["paths"] = {};
  for (const { handler, method, path } of routes) {
    const call = findDeclaration(handler);
    if (!call) continue;
    const template = path.replace(/:(\w+)(\{[^/]*\})?/g, "{$1}");
    paths[template] ??= {};
    paths[template][method.toLowerCase()] = {
      operationId: toOperationId(method, template),
      ...toOperation(template, call, schemas),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Catedra API", description: describeApi(base), version: "1.0.0" },
    servers: [{ url: base }],
    tags: TAGS.map((name) => ({
      name,
      "x-displayName": TAG_TEXTS[name].name,
      description: TAG_TEXTS[name].about,
    })),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: AUTH_TEXTS.bearer },
        address: { type: "apiKey", in: "query", name: "auth", description: AUTH_TEXTS.address },
        cookie: { type: "apiKey", in: "cookie", name: cookie, description: AUTH_TEXTS.cookie },
      },
      schemas,
    },
    paths,
  };
}

/** GET /api/users/{id}: getApiUsersById */
const toOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replaceAll("{", "By-")
    .split(/[\W_]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
