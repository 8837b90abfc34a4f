import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createApp } from "@/app";
import type { AppRoute } from "@/context";
import { OPENAPI_ASSET, REFERENCE_ASSET } from "@/features/docs/assets";
import { listPathsWith } from "@/http/route-options";
import { ApiReference } from "../api-docs/api-reference";
import { createDocument } from "../api-docs/document";
import { prefetchPathsFile } from "./paths";
import { runScript } from "./run-script";

/**
 * Writes the files that the app's routes determine below a directory: the API documentation, the prefetchable paths.
 */
await runScript(async () => {
  const [, , directory = ""] = process.argv;
  const document = createDocument();
  const files = {
    [OPENAPI_ASSET]: JSON.stringify(document),
    [REFERENCE_ASSET]: renderToStaticMarkup(createElement(ApiReference, { document })),
    [basename(prefetchPathsFile)]: JSON.stringify(toPrefetchPaths(createApp().routes)),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
});

/** Route paths to prefetch, and those that match one of them but are no page to prefetch (/tutoring/create). */
function toPrefetchPaths(routes: readonly AppRoute[]) {
  const included = listPathsWith(routes, "prefetchable").map(({ path }) => path);
  const patterns = included.map((path) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`));
  const others = routes.filter(({ method, path }) => method === "GET" && !included.includes(path));
  const excluded = others
    .map(({ path }) => path)
    .filter((path) => patterns.some((pattern) => pattern.test(path)));
  return { included, excluded: [...new Set(excluded)] };
}
