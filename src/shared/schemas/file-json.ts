import * as z from "zod";
import { contentSchema } from "./user-json";

/** A stored file as JSON. */
export const fileJsonSchema = contentSchema(
  z.object({
    path: z.string(),
    download_url: z.url(),
  }),
);

/** A resumable upload that was started. */
export const uploadJsonSchema = contentSchema(
  z.object({
    _id: z.string(),
    path: z.string(),
    upload_url: z.string(),
  }),
);
