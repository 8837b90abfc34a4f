import { formatHourlyLei } from "@/shared/format";
import { Badge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import type { RequestMismatch } from "../queries";

/** Tells a teacher what of a request their listings do not offer. */
export function Mismatches({ mismatches }: { mismatches: readonly RequestMismatch[] }) {
  const { t, locale } = usePage();
  if (mismatches.length === 0) return null;
  return (
    <p className="row">
      {mismatches.map((mismatch) => (
        <Badge key={mismatch.name} tone="warning">
          {mismatch.name === "price"
            ? t("requests.mismatches.price", { price: formatHourlyLei(mismatch.pricePerHour, locale) })
            : t("requests.mismatches.level")}
        </Badge>
      ))}
    </p>
  );
}
