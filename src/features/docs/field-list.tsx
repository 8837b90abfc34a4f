import { usePage } from "@/ui/page-context";
import { anchors } from "./anchors";
import type { Field, FieldType } from "./fields";
import { meaningOf } from "./meanings";
import { Words } from "./words";

type Props = {
  fields: readonly Field[];
  /** What is sent says what has to be there; what is answered, what may be missing. */
  side: "sent" | "answered";
  /** What they are the fields of: a component by its name, or a call by its id. */
  owner?: string;
};

/** Fields or parameters: name, whether it must be there, type, limits, meaning. */
export function FieldList({ fields, side, owner }: Props) {
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
          <dd className="api-fields__meaning">
            <Meaning field={field} {...(owner ? { owner } : {})} />
            <Limits field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a field lies in stands before it, and a line may end behind that. */
function Path({ field: { path, name } }: { field: Field }) {
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

function Presence({ field, side }: { field: Field; side: Props["side"] }) {
  const { t } = usePage();
  if (field.required !== (side === "sent")) return null;
  return (
    <span className="api-fields__presence">
      {t(`docs.page.${side === "sent" ? "required" : "optional"}`)}
    </span>
  );
}

function Meaning({ field, owner }: { field: Field; owner?: string }) {
  const { t } = usePage();
  return <Words text={field.meaning ?? meaningOf(t, field.name, field.within ?? owner) ?? ""} />;
}

function Limits({ field: { limits, codes } }: { field: Field }) {
  const { t } = usePage();
  if (limits.length === 0 && codes.length === 0) return null;
  return (
    <p className="api-fields__limits">
      {limits.map(({ kind, n }) => t.count(`docs.limits.${kind}`, n, { n: t.number(n) })).join(" · ")}
      {limits.length > 0 && codes.length > 0 ? " · " : null}
      {codes.length > 0 ? (
        <>
          {t(`docs.page.${codes.length > 1 ? "oneOf" : "always"}`)}{" "}
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

function TypeName({ type }: { type: FieldType }) {
  const { t } = usePage();
  return (
    <>
      {type.list ? `${t("docs.page.listOf")} ` : null}
      {type.oneOf.map(({ name, component }, index) => (
        <span key={name} translate="no">
          {index > 0 ? " | " : null}
          {component ? <a href={`#${anchors.shape(component)}`}>{name}</a> : name}
        </span>
      ))}
      {type.nullable ? ` ${t("docs.page.orNull")}` : null}
    </>
  );
}
