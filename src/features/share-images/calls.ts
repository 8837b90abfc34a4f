import * as z from "zod";

/** The API description of both image routes. */
export const SHARE_IMAGE = {
  tag: "storage",
  anonymous: true,
  parameters: [
    { name: "file", in: "path" },
    { name: "v", in: "query", schema: z.string().optional() },
  ],
  answers: {
    200: { type: "image/png", headers: ["ETag", "Cache-Control"] },
    302: { headers: ["Location", "Cache-Control"] },
    304: { headers: ["ETag", "Cache-Control"] },
  },
  problems: ["not_found"],
} as const;
