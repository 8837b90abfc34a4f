import * as z from "zod";
import { normaliseLines } from "@/shared/text";

/** What an admin notes about an event that they looked at, for other admins; it may be empty. */
export const seenEventSchema = z.object({ note: z.string().overwrite(normaliseLines).max(500) });
