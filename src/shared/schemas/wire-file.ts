import * as z from "zod";
import { contentOf } from "./wire-user";

/** A stored file as JSON. */
export const wireFileSchema = contentOf(
  z.object({
    path: z.string(),
    download_url: z.url(),
  }),
);

/** An upload that was begun. */
export const wireUploadSchema = contentOf(
  z.object({
    _id: z.string(),
    path: z.string(),
    upload_url: z.string(),
  }),
);
