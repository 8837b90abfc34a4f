import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { OPENAPI_ASSET, REFERENCE_ASSET } from "@/features/docs/assets";
import { ApiReference } from "../api-docs/api-reference";
import { createDocument } from "../api-docs/document";
import { runScript } from "./run-script";

/** Writes the documentation of the calls below a directory, in a process of its own: it loads the whole app. */
await runScript(async () => {
  const [, , directory = ""] = process.argv;
  const document = await createDocument();
  const files = {
    [OPENAPI_ASSET]: JSON.stringify(document),
    [REFERENCE_ASSET]: renderToStaticMarkup(createElement(ApiReference, { document })),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
});
