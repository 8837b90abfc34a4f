import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";

/** Returns the errors of a value by the schema at a JSON pointer into the document. */
type Validator = (pointer: readonly string[], value: unknown) => object[];

const validators = new WeakMap<object, Validator>();

/** One per document, since schemas compile slowly. */
export function getValidator(document: object): Validator {
  const known = validators.get(document);
  if (known) return known;
  // The document contains schemas but is not one: its own fields must not count as unknown keywords.
  const keywords = Object.keys(document);
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, keywords });
  addFormats(ajv as never);
  ajv.addSchema(document, "openapi", undefined, false);
  const validator: Validator = (pointer, value) => {
    const path = pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const validate = ajv.getSchema(`openapi#/${path.join("/")}`);
    if (!validate) throw new Error(`No schema at ${pointer.join(" ")}`);
    validate(value);
    return validate.errors ?? [];
  };
  validators.set(document, validator);
  return validator;
}
