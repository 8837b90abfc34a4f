import { usePage } from "@/ui/page-context";
import { anchors } from "./anchors";
import type { Field, FieldType } from "./fields";
import { meaningOf } from "./meanings";
import { Words } from "./words";

/** Fields or parameters: name, whether it must be there, type, limits, meaning. */
export function FieldList({ fields, component }: { fields: readonly Field[]; component?: string }) {
  const { t } = usePage();
  return (
    <dl className="api-fields">
      {fields.map((field) => (
        <div className="api-fields__row" key={field.path}>
          <dt className="api-fields__name">
            <code>{field.path}</code>
            {field.required ? <span className="api-fields__required">{t("docs.page.required")}</span> : null}
          </dt>
          <dd className="api-fields__type">
            <TypeName type={field.type} />
          </dd>
          <dd className="api-fields__meaning">
            <Words text={field.meaning ?? meaningOf(t, field.name, component) ?? ""} />
            <Limits field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Limits({ field: { limits, codes } }: { field: Field }) {
  const { t, locale } = usePage();
  if (limits.length === 0 && codes.length === 0) return null;
  const number = new Intl.NumberFormat(locale);
  return (
    <p className="api-fields__limits">
      {limits.map(({ kind, n }) => t.count(`docs.limits.${kind}`, n, { n: number.format(n) })).join(" · ")}
      {limits.length > 0 && codes.length > 0 ? " · " : null}
      {codes.length > 0 ? (
        <>
          {t("docs.page.oneOf")}{" "}
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

export function TypeName({ type }: { type: FieldType }) {
  const { t } = usePage();
  return (
    <>
      {type.list ? `${t("docs.page.listOf")} ` : null}
      {type.component ? (
        <a href={`#${anchors.shape(type.component)}`}>{type.component}</a>
      ) : (
        <span translate="no">{type.name}</span>
      )}
      {type.nullable ? ` ${t("docs.page.orNull")}` : null}
    </>
  );
}
