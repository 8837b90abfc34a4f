import { paths } from "@/shared/paths";
import { proveCalls } from "./prove";

const TEXTS = paths.texts("general", "ro");

proveCalls("site", {
  "GET /builds/latest.json": { 200: ({ send }) => send(paths.latestBuild()) },
  "GET /builds/files.json": { 200: ({ send }) => send(paths.buildFiles()) },
  "GET /_locales/{page}/{locale}/data.json": {
    200: [({ send }) => send(TEXTS), ({ send }) => send(paths.texts("search", "en", { v: "another" }))],
    304: async ({ request, send }) => {
      const etag = (await request(TEXTS)).headers.get("etag") ?? "";
      return send(TEXTS, { headers: { "if-none-match": etag } });
    },
    404: ({ send }) => send(paths.texts("nothing", "ro")),
  },
});
