import { baniOf, leiOf } from "@/shared/schemas/listing";
import type { PackagesDocument } from "@/shared/schemas/pricing";
import { PACKAGES } from "./documents";
import { packageFacts } from "./facts";
import { packagesOf } from "./packages";
import { firstOf, type PricingForm } from "./pricing-form";

/** `{code}.price` (lei), `{code}.days`, `{code}.sold`, `caps.county` and `caps.crowded`. */
export const packageForm: PricingForm<PackagesDocument> = {
  kind: PACKAGES,
  facts: packageFacts,
  values(document) {
    const packages = packagesOf(document).flatMap(({ code, price, days, off }) => [
      [`${code}.price`, leiOf(price)],
      [`${code}.days`, String(days)],
      [`${code}.sold`, off ? "" : "1"],
    ]);
    const { county, crowded } = document.caps;
    return {
      ...Object.fromEntries(packages),
      "caps.county": String(county),
      "caps.crowded": String(crowded),
    };
  },
  // A box that is not ticked is not sent.
  sent(form) {
    const values = firstOf(form);
    const boxes = Object.keys(values)
      .filter((name) => name.endsWith(".price"))
      .map((name) => name.replace(/price$/, "sold"));
    return { ...Object.fromEntries(boxes.map((name) => [name, ""])), ...values };
  },
  read(values, present) {
    const packages = packagesOf(present).map(({ code, placement }) => [
      code,
      {
        price: baniOf(values[`${code}.price`] ?? ""),
        days: numberOf(values[`${code}.days`]),
        placement,
        off: values[`${code}.sold`] !== "1",
      },
    ]);
    const caps = {
      county: numberOf(values["caps.county"]),
      crowded: numberOf(values["caps.crowded"]),
    };
    return { ...Object.fromEntries(packages), caps };
  },
};

/** A whole number as it was typed; undefined for nothing, NaN for anything else. */
function numberOf(typed = ""): number | undefined {
  const text = typed.replace(/\s/g, "");
  if (text === "") return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
