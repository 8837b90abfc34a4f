import * as z from "zod/mini";
import { englishMessages } from "@/shared/schemas/english-messages";
import { invalidRequest } from "./errors";

/** What a form holds: texts by name, or further fields. Lists are fields named 0, 1, 2… */
export type Fields = { [name: string]: string | Fields };

/** Reads Stripe's form encoding: `line_items[0][price_data][currency]=ron&expand[0]=payment_intent`. */
export function parseForm(...encoded: string[]): Fields {
  const createFields = () => Object.create(null) as Fields;
  const root = createFields();
  for (const [key, value] of encoded.flatMap((text) => [...new URLSearchParams(text)])) {
    const names = key.replaceAll("]", "").split("[");
    const last = names.pop() ?? "";
    let fields = root;
    for (const name of names) {
      fields[name] ??= createFields();
      fields = fields[name] as Fields;
    }
    fields[last] = value;
  }
  return root;
}

/** Reads the parameters of a call. Unknown names and malformed values are errors, as at Stripe. @throws StripeError */
export function readParams<S extends z.ZodMiniType>(schema: S, params: Fields): z.output<S> {
  const read = schema.safeParse(params, englishMessages);
  if (read.success) return read.data;
  throw invalidRequest(z.prettifyError(read.error));
}

export const text = (maxLength = 5000) => z.string().check(z.minLength(1), z.maxLength(maxLength));
export const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.pipe(z.coerce.number(), z.int().check(z.gte(min), z.lte(max)));
export const listOf = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(z.transform(Object.values), z.array(schema));

/** An empty text removes a name. https://docs.stripe.com/metadata */
export const metadataParam = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)));
export const withoutEmpty = (metadata: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ""));
