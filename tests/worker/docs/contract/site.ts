import { paths } from "@/shared/paths";
import { revalidate } from "./requests";
import type { Calls } from "./test-calls";

export const SITE: Calls = {
  "GET /builds/latest.json": { request: { path: paths.latestBuild() }, 200: {} },
  "GET /builds/files.json": { request: { path: paths.buildFiles() }, 200: {} },
  "GET /_locales/{page}/{locale}/data.json": {
    request: { path: paths.texts("general", "ro") },
    200: [{}, { path: paths.texts("search", "en", { v: "another" }) }],
    304: revalidate,
    404: { path: paths.texts("nothing", "ro") },
  },
};
