import * as z from "zod";

/** `application/problem+json` (RFC 9457) as every call is refused. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().optional(),
    request_id: z.string(),
    errors: z
      .array(z.object({ field: z.string(), code: z.string(), message: z.string().optional() }))
      .optional(),
  })
  .meta({ id: "Problem" });
