import "./jitless";
import * as z from "zod";

/** The envelope of a single object in every answer. */
export const contentSchema = <T extends z.ZodType>(content: T) => z.object({ content });

/** The format of JSON fields whose name ends in `_ts`. */
export const timestampSchema = z
  .object({ seconds: z.number().int(), nanoseconds: z.number().int() })
  .meta({ id: "Timestamp" });

/** An error of one field, as JSON. */
export const fieldErrorSchema = z.object({
  field: z.string(),
  code: z.string(),
  message: z.string().optional(),
});

export type FieldErrorJson = z.output<typeof fieldErrorSchema>;

/** `application/problem+json` (RFC 9457), the body of every refusal. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().optional(),
    request_id: z.string(),
    errors: z.array(fieldErrorSchema).optional(),
  })
  .meta({ id: "Problem" });
