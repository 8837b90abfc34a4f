import { PLACEMENTS } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { parseWholeNumber } from "@/shared/numbers";
import { Checkbox, PriceField, Select, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { DocumentFormValues, FieldsProps } from "../documents";
import { formatPackageName } from "./entries";

const CAPS = ["county", "crowded"] as const;

/** The codes of the packages in the form's values, in their order. */
const listPackageCodes = (values: DocumentFormValues): string[] =>
  Object.keys(values)
    .filter((name) => name.endsWith(".price"))
    .map((name) => name.replace(/\.price$/, ""));

/** Price, days and sale of each package and of a new one; then the promotion slots. */
export function PackageFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  return (
    <>
      {listPackageCodes(values).map((code) => (
        <PackageSection key={code} code={code} values={values} errors={errors} />
      ))}
      <NewPackageSection values={values} errors={errors} />
      <section className="form__section" aria-labelledby="caps">
        <h2 id="caps">{t("pricing.packages.caps.title")}</h2>
        <p className="muted">{t("pricing.packages.caps.help")}</p>
        <div className="side-by-side">
          {CAPS.map((name) => (
            <TextField
              key={name}
              {...toFieldProps(`caps.${name}`, values, errors)}
              label={t(`pricing.packages.caps.${name}`)}
              inputMode="numeric"
            />
          ))}
        </div>
      </section>
    </>
  );
}

/** The sections of the form; see `PackageFields`. */
export const listPackageSections = (t: Translator, values: DocumentFormValues) => [
  ...listPackageCodes(values).map((code) => ({ id: `package-${code}`, title: formatName(t, code, values) })),
  { id: "added", title: t("pricing.packages.newPackage") },
  { id: "caps", title: t("pricing.packages.caps.title") },
];

/** A submitted form may name an unknown placement. */
function formatName(t: Translator, code: string, values: DocumentFormValues): string {
  const placement = PLACEMENTS.find((known) => known === values[`${code}.placement`]);
  const days = parseWholeNumber(values[`${code}.days`] ?? "");
  return placement ? formatPackageName(t, placement, code, days) : code;
}

function PackageSection({ code, values, errors }: FieldsProps & { code: string }) {
  const { t } = usePage();
  const heading = `package-${code}`;
  const box = (name: string) => {
    const { value, ...field } = toFieldProps(`${code}.${name}`, values, errors);
    return { ...field, checked: value === "1" };
  };
  return (
    <section className="form__section" aria-labelledby={heading}>
      <h2 id={heading}>{formatName(t, code, values)}</h2>
      <p className="small muted">{`${t("pricing.packages.code")}: ${code}`}</p>
      <input type="hidden" name={`${code}.placement`} value={values[`${code}.placement`] ?? ""} />
      <div className="side-by-side">
        <PriceField {...toFieldProps(`${code}.price`, values, errors)} label={t("pricing.packages.price")} />
        <TextField
          {...toFieldProps(`${code}.days`, values, errors)}
          label={t("pricing.packages.length")}
          inputMode="numeric"
          required={false}
        />
      </div>
      <Checkbox {...box("on_sale")} label={t("pricing.packages.onSaleLabel")} />
      <Checkbox
        {...box("retired")}
        label={t("pricing.packages.retire")}
        help={t("pricing.packages.retireHelp")}
      />
    </section>
  );
}

/** The fields of a new package; left empty, none is added. */
function NewPackageSection({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const { value: onSale, ...box } = toFieldProps("added_on_sale", values, errors);
  return (
    <section className="form__section" aria-labelledby="added">
      <h2 id="added">{t("pricing.packages.newPackage")}</h2>
      <p className="muted">{t("pricing.packages.newPackageHelp")}</p>
      <TextField
        {...toFieldProps("added_code", values, errors)}
        label={t("pricing.packages.code")}
        help={t("pricing.packages.codeHelp")}
        maxLength={20}
        autoCapitalize="none"
        required={false}
      />
      <Select
        {...toFieldProps("added_placement", values, errors)}
        label={t("pricing.packages.placement")}
        options={PLACEMENTS.map((placement) => ({
          value: placement,
          label: t(`pricing.packages.placements.${placement}`),
        }))}
      />
      <div className="side-by-side">
        <PriceField
          {...toFieldProps("added_price", values, errors)}
          label={t("pricing.packages.price")}
          required={false}
        />
        <TextField
          {...toFieldProps("added_days", values, errors)}
          label={t("pricing.packages.length")}
          inputMode="numeric"
          required={false}
        />
      </div>
      <Checkbox {...box} label={t("pricing.packages.onSaleLabel")} checked={onSale === "1"} />
    </section>
  );
}

/** Props of a form's field: name, value and error. */
const toFieldProps = (name: string, values: DocumentFormValues, errors: FieldsProps["errors"]) => ({
  name,
  value: values[name] ?? "",
  error: errors[name],
});

/** Field labels of the error summary. */
export function getPackageLabels(t: Translator, values: DocumentFormValues): Record<string, string> {
  const newPackage = t("pricing.packages.newPackage");
  const packages = listPackageCodes(values).flatMap((code) => [
    [`${code}.price`, `${formatName(t, code, values)}, ${t("pricing.packages.price")}`],
    [`${code}.days`, `${formatName(t, code, values)}, ${t("pricing.packages.length")}`],
  ]);
  const caps = CAPS.map((name) => [`caps.${name}`, t(`pricing.packages.caps.${name}`)]);
  const added = [
    ["added_code", t("pricing.packages.code")],
    ["added_price", `${newPackage}, ${t("pricing.packages.price")}`],
    ["added_days", `${newPackage}, ${t("pricing.packages.length")}`],
    ["added_placement", `${newPackage}, ${t("pricing.packages.placement")}`],
  ];
  return Object.fromEntries([...packages, ...added, ...caps]);
}
