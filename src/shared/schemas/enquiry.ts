import "./jitless";
import * as z from "zod";
import { ENQUIRY_STATES } from "@/shared/codes";
import { normaliseLines } from "@/shared/text";

/** Characters of one message. */
export const MESSAGE_LENGTH = 2000;

/** What somebody writes: the first words of an enquiry, and every answer in it. */
export const messageSchema = z.object({
  message: z.string().overwrite(normaliseLines).min(1).max(MESSAGE_LENGTH),
});

/** How the teacher files an enquiry. `new` and `answered` both mean open: which of them it is follows from the answers. */
export const enquiryStateSchema = z.object({ state: z.enum(ENQUIRY_STATES) });
