import * as z from "zod";
import { contentOf } from "./wire-user";

/** A stored file as JSON. */
export const wireFileSchema = contentOf(
  z.object({
    path: z.string().meta({ description: "Where it is, with the extension that the server decided" }),
    download_url: z.url().meta({ description: "Where its bytes are" }),
  }),
);

/** An upload that was begun. */
export const wireUploadSchema = contentOf(
  z.object({
    _id: z.string(),
    path: z.string(),
    upload_url: z.string().meta({ description: "The same as the header Location" }),
  }),
);
