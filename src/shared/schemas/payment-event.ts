import * as z from "zod";
import { normaliseLines } from "@/shared/text";

/** An admin's note on an event for other admins; may be empty. */
export const markEventSchema = z.object({ note: z.string().overwrite(normaliseLines).max(500) });
