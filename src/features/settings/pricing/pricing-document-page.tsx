import type { ReactNode } from "react";
import { paths, type Query } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { DocumentFrame, type FieldsProps, type ShownForm } from "../documents";
import type { PricingDocument } from "./forms";
import { PackageFields, packageLabels } from "./package-fields";
import { SellerFields, sellerLabels } from "./seller-fields";
import { VatFields, vatLabels } from "./vat-fields";

const FIELDS: Record<PricingDocument, (props: FieldsProps) => ReactNode> = {
  packages: PackageFields,
  vat: VatFields,
  seller: SellerFields,
};
const LABELS = { packages: packageLabels, vat: vatLabels, seller: sellerLabels };

/** The form of one document of pricing. */
export function PricingDocumentPage({ name, form }: { name: PricingDocument; form: ShownForm }) {
  const { t } = usePage();
  const Fields = FIELDS[name];
  return (
    <DocumentFrame
      title={t(`pricing.${name}.title`)}
      lead={t(`pricing.${name}.lead`)}
      path={(query?: Query) => paths.adminPricingDocument(name, query)}
      list={{ label: t("pricing.title"), path: paths.adminPricing() }}
      labels={LABELS[name](t, form.values)}
      form={form}
    >
      <Fields values={form.values} errors={form.errors ?? {}} />
    </DocumentFrame>
  );
}
