import { formatAddress } from "@/shared/format-address";
import type { CompleteSeller } from "@/shared/schemas/pricing";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";

/** The operator's name and contact, which Law 365/2002, art. 5 requires to be easy to find. */
export function OperatorDetails({
  email,
  seller,
}: {
  email: string;
  /** The seller of promotions; null until an admin has entered all of it. */
  seller: CompleteSeller | null;
}) {
  const { t, siteName } = usePage();
  const toItem = (name: "tax_id" | "register_number" | "address", details: string | undefined) =>
    details !== undefined && { term: t(`site.operator.${name}`), details };
  return (
    <DescriptionList
      items={[
        { term: t("site.operator.name", { site: siteName }), details: seller?.name ?? siteName },
        toItem("tax_id", seller?.tax_id),
        toItem("register_number", seller?.register_number),
        toItem("address", seller ? formatAddress(seller) : undefined),
        { term: t("site.operator.email"), details: <a href={`mailto:${email}`}>{email}</a> },
      ]}
    />
  );
}
