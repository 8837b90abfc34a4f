import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OPENAPI_ASSET, REFERENCE_ASSET } from "@/features/docs/assets";
import type { ApiDocument, Operation } from "../../../dev/api-docs/openapi";
import { clientDir } from "../../../dev/launch/paths";

/** The documentation as the client build generated it. */
export const document: ApiDocument = JSON.parse(readFileSync(join(clientDir, OPENAPI_ASSET), "utf8"));
export const referenceHtml = readFileSync(join(clientDir, REFERENCE_ASSET), "utf8");

export const calls: { path: string; method: string; call: Operation }[] = Object.entries(
  document.paths,
).flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => ({ path, method, call })));
