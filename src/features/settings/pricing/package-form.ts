import { formatList } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { parseHundredths, toPlainDecimal, toPlainHundredths } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import type { PackagesDocument, PackageTerms } from "@/shared/schemas/pricing";
import { type DocumentForm, type DocumentFormValues, toFirstValues } from "../documents";
import { PACKAGES, PRICING_LIST } from "./document-kinds";
import { formatPackageName, toPackageEntries } from "./entries";
import { getPackageLabels, listPackageSections, PackageFields } from "./package-fields";
import { listPackages } from "./packages";

/** Empty fields of a new package. Their names can't clash, because a package's code contains no "_". */
const EMPTY_NEW_PACKAGE = {
  added_code: "",
  added_price: "",
  added_days: "",
  added_placement: "results",
  added_on_sale: "1",
};

/**
 * Fields: `{code}.price` (lei), `{code}.days`, `{code}.on_sale`, `{code}.retired`, `{code}.placement` (shown only),
 * `caps.county`, `caps.crowded`; for a new package `added_code`, `added_price`, `added_days`, `added_placement` and
 * `added_on_sale`.
 */
export const packageForm: DocumentForm<PackagesDocument> = {
  kind: PACKAGES,
  texts: "pricing.packages",
  path: (query) => paths.adminPricingDocument("packages", query),
  list: PRICING_LIST,
  Fields: PackageFields,
  listSections: listPackageSections,
  getLabels: getPackageLabels,
  toEntries: toPackageEntries,
  toValues(document) {
    const packages = listPackages(document).flatMap(({ code, price, days, placement, off }) => [
      [`${code}.placement`, placement],
      [`${code}.price`, toPlainHundredths(price)],
      [`${code}.days`, days > 0 ? String(days) : ""],
      [`${code}.on_sale`, off ? "" : "1"],
      [`${code}.retired`, ""],
    ]);
    const { county, crowded } = document.caps;
    return {
      ...Object.fromEntries(packages),
      ...EMPTY_NEW_PACKAGE,
      "caps.county": String(county),
      "caps.crowded": String(crowded),
    };
  },
  numbers: /\.(price|days)$|^caps\./,
  listConcerns({ t }, before, after) {
    const known = listDearerPackages(t, before);
    return listDearerPackages(t, after).filter((concern) => !known.includes(concern));
  },
  // Browsers don't send an unticked checkbox.
  parseFields(form, t) {
    const values = Object.fromEntries(
      Object.entries(toFirstValues(form)).map(([name, value]) => [
        name,
        /[._]price$/.test(name) ? toPlainDecimal(value, t.locale) : value,
      ]),
    );
    const boxes = Object.keys(values)
      .filter((name) => name.endsWith(".price"))
      .flatMap((name) => [name.replace(/price$/, "on_sale"), name.replace(/price$/, "retired")]);
    return { ...Object.fromEntries(boxes.map((name) => [name, ""])), added_on_sale: "", ...values };
  },
  toDocument(values, current) {
    const { caps: _caps, ...known } = current;
    const packages = Object.entries<PackageTerms | null>(known).map(([code, terms]) => [
      code,
      terms === null || values[`${code}.retired`] === "1"
        ? null
        : { ...parseTerms(values, `${code}.`), placement: terms.placement },
    ]);
    const code = parseNewCode(values, current);
    const added = { ...parseTerms(values, "added_"), placement: values.added_placement };
    const caps = {
      county: parseNumber(values["caps.county"]),
      crowded: parseNumber(values["caps.crowded"]),
    };
    return { ...Object.fromEntries([...packages, ...(code === null ? [] : [[code, added]])]), caps };
  },
  toFormField(field, values, current) {
    const code = parseNewCode(values, current);
    if (field === code) return "added_code";
    return code !== null && field.startsWith(`${code}.`) ? `added_${field.slice(code.length + 1)}` : field;
  },
  // Drops the fields of packages that another admin retired in the meantime.
  filterValues: (values, current) =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => !/\.(placement|price|days|on_sale|retired)$/.test(name) || Object.hasOwn(current, name),
      ),
    ),
};

/** The packages on sale that cost more than a longer one of the same placement. */
function listDearerPackages(t: Translator, document: PackagesDocument): string[] {
  const onSale = listPackages(document).filter(({ off }) => !off);
  const format = ({ placement, code, days }: (typeof onSale)[number]) =>
    formatPackageName(t, placement, code, days);
  return onSale.flatMap((one) => {
    const longer = onSale.filter(
      ({ placement, days, price }) => placement === one.placement && days > one.days && price < one.price,
    );
    return longer.length === 0
      ? []
      : [
          t("pricing.packages.dearer", {
            name: format(one),
            longer: formatList(longer.map(format), t.locale),
          }),
        ];
  });
}

function parseTerms(values: DocumentFormValues, prefix: string) {
  const off = values[`${prefix}on_sale`] !== "1";
  const days = parseNumber(values[`${prefix}days`]);
  return {
    price: parseHundredths(values[`${prefix}price`] ?? ""),
    // A package that is not on sale may be incomplete.
    days: off && days === undefined ? 0 : days,
    off,
  };
}

/**
 * The new package's code; null if there is none. An existing code becomes one that the schema rejects, so the new
 * package never overwrites another.
 */
function parseNewCode(values: DocumentFormValues, current: PackagesDocument): string | null {
  const { added_code = "", added_price = "", added_days = "" } = values;
  const code = added_code.trim().toLowerCase();
  if (`${code}${added_price}${added_days}`.trim() === "") return null;
  // Names of inherited object properties count as existing codes.
  const isTaken = code in current && current[code as keyof typeof current] !== null;
  return isTaken ? `${code}\n` : code;
}

/** A whole number from text; undefined for empty text, NaN for anything else. */
function parseNumber(typed = ""): number | undefined {
  const text = typed.replace(/\s/g, "");
  if (text === "") return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
