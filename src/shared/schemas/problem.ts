import * as z from "zod";

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
