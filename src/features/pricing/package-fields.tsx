import type { Translator } from "@/shared/i18n/translator";
import { Checkbox, PriceField, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { FieldsProps } from "./document-page";
import type { Values } from "./pricing-form";

const CAPS = ["county", "crowded"] as const;

/** The codes of the packages that a form's fields are about, in their order. */
const codesIn = (values: Values): string[] =>
  Object.keys(values)
    .filter((name) => name.endsWith(".price"))
    .map((name) => name.replace(/\.price$/, ""));

/** Price, days and whether it is sold, of each package; then how many may be promoted at once. */
export function PackageFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  return (
    <>
      {codesIn(values).map((code) => (
        <OnePackage key={code} code={code} values={values} errors={errors} />
      ))}
      <section className="form__section" aria-labelledby="caps">
        <h2 id="caps">{t("pricing.packages.caps.title")}</h2>
        <p className="muted">{t("pricing.packages.caps.help")}</p>
        <div className="side-by-side">
          {CAPS.map((place) => (
            <TextField
              key={place}
              {...fieldOf(`caps.${place}`, values, errors)}
              label={t(`pricing.packages.caps.${place}`)}
              inputMode="numeric"
            />
          ))}
        </div>
      </section>
    </>
  );
}

function OnePackage({ code, values, errors }: FieldsProps & { code: string }) {
  const { t } = usePage();
  const heading = `package-${code}`;
  const { value: sold, ...box } = fieldOf(`${code}.sold`, values, errors);
  return (
    <section className="form__section" aria-labelledby={heading}>
      <h2 id={heading}>{code}</h2>
      <div className="side-by-side">
        <PriceField {...fieldOf(`${code}.price`, values, errors)} label={t("pricing.packages.price")} />
        <TextField
          {...fieldOf(`${code}.days`, values, errors)}
          label={t("pricing.packages.length")}
          inputMode="numeric"
        />
      </div>
      <Checkbox {...box} label={t("pricing.packages.sold")} checked={sold === "1"} />
    </section>
  );
}

/** What a field of the form takes: its name, what stands in it, and what is wrong with it. */
function fieldOf(name: string, values: Values, errors: FieldsProps["errors"]) {
  const error = errors[name];
  return { name, value: values[name] ?? "", ...(error ? { error } : {}) };
}

/** How the summary of errors calls the fields. */
export function packageLabels(t: Translator, values: Values): Record<string, string> {
  const packages = codesIn(values).flatMap((code) => [
    [`${code}.price`, `${code}, ${t("pricing.packages.price")}`],
    [`${code}.days`, `${code}, ${t("pricing.packages.length")}`],
  ]);
  const caps = CAPS.map((place) => [`caps.${place}`, t(`pricing.packages.caps.${place}`)]);
  return Object.fromEntries([...packages, ...caps]);
}
