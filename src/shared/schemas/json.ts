import "./jitless";
import * as z from "zod/mini";

/** The envelope of a single object in every answer. */
export const contentSchema = <T extends z.ZodMiniType>(content: T) => z.object({ content });

/** The format of JSON fields whose name ends in `_ts`. */
export const timestampSchema = z
  .object({ seconds: z.int(), nanoseconds: z.int() })
  .register(z.globalRegistry, { id: "Timestamp" });

/** A moment as an ISO time with its offset, or in ms since 1970; parsed to ms. */
export const momentSchema = z.pipe(
  z.union([z.iso.datetime({ offset: true, message: "not_time" }), z.int().check(z.gte(0), z.lte(8.64e15))]),
  z.transform((value) => new Date(value).getTime()),
);

/** An error of one field, as JSON. */
export const fieldErrorSchema = z.object({
  field: z.string(),
  code: z.string(),
  message: z.optional(z.string()),
});

export type FieldErrorJson = z.output<typeof fieldErrorSchema>;

/** `application/problem+json` (RFC 9457), the body of every refusal. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.optional(z.string()),
    request_id: z.string(),
    errors: z.optional(z.array(fieldErrorSchema)),
  })
  .register(z.globalRegistry, { id: "Problem" });
