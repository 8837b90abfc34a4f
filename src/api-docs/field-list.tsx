import { anchors } from "./anchors";
import type { ApiField, FieldLimit, FieldType } from "./fields";
import { FormattedText } from "./formatted-text";

type Props = {
  fields: readonly ApiField[];
  /** Requests mark required fields, responses optional ones. */
  side: "request" | "response";
};

/** Fields or parameters: name, whether it is required, type, limits, description. */
export function FieldList({ fields, side }: Props) {
  return (
    <dl className="api-fields">
      {fields.map((field) => (
        <div className="api-fields__row" key={field.path}>
          <dt className="api-fields__name">
            <Path field={field} />
            <Presence field={field} side={side} />
          </dt>
          <dd className="api-fields__type">
            <TypeName type={field.type} />
          </dd>
          <dd>
            <FormattedText text={field.meaning} />
            <Limits field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The path of the parent comes before the name; a line may break between them. */
function Path({ field: { path, name } }: { field: ApiField }) {
  const before = path.slice(0, path.length - name.length);
  return (
    <code translate="no">
      {before ? (
        <span className="api-fields__within">
          {before}
          <wbr />
        </span>
      ) : null}
      {name}
    </code>
  );
}

function Presence({ field, side }: { field: ApiField; side: Props["side"] }) {
  if (field.required !== (side === "request")) return null;
  return <span className="api-fields__presence">{side === "request" ? "required" : "optional"}</span>;
}

function Limits({ field: { limits, codes } }: { field: ApiField }) {
  if (limits.length === 0 && codes.length === 0) return null;
  return (
    <p className="api-fields__limits">
      {limits.map(limitText).join(" · ")}
      {limits.length > 0 && codes.length > 0 ? " · " : null}
      {codes.length > 0 ? (
        <>
          {codes.length > 1 ? "One of:" : "Always"}{" "}
          {codes.map((code, index) => (
            <span key={code}>
              {index > 0 ? ", " : null}
              <code>{code}</code>
            </span>
          ))}
        </>
      ) : null}
    </p>
  );
}

const UNITS: Record<FieldLimit["kind"], [bound: string, unit: string, units: string]> = {
  minimum: ["at least", "", ""],
  maximum: ["at most", "", ""],
  minLength: ["at least", " character", " characters"],
  maxLength: ["at most", " character", " characters"],
  minItems: ["at least", " entry", " entries"],
  maxItems: ["at most", " entry", " entries"],
};

function limitText({ kind, n }: FieldLimit): string {
  const [bound, unit, units] = UNITS[kind];
  return `${bound} ${n.toLocaleString("en-US")}${n === 1 ? unit : units}`;
}

function TypeName({ type }: { type: FieldType }) {
  return (
    <>
      {type.list ? "list of " : null}
      {type.oneOf.map(({ name, component }, index) => (
        <span key={name} translate="no">
          {index > 0 ? " | " : null}
          {component ? <a href={`#${anchors.shape(component)}`}>{name}</a> : name}
        </span>
      ))}
      {type.nullable ? " or null" : null}
    </>
  );
}
