import * as z from "zod";

/** What is wrong with one field, as JSON. */
export const fieldErrorSchema = z.object({
  field: z.string(),
  code: z.string(),
  message: z.string().optional(),
});

export type FieldErrorJson = z.output<typeof fieldErrorSchema>;

/** `application/problem+json` (RFC 9457) as every call is refused. */
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
