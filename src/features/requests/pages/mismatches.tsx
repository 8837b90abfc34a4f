import { Badge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { formatMismatch } from "../format-mismatch";
import type { RequestMismatch } from "../queries";

/** Tells a teacher what of a request their listings do not offer, and that they may answer. */
export function Mismatches({ mismatches }: { mismatches: readonly RequestMismatch[] }) {
  const { t } = usePage();
  if (mismatches.length === 0) return null;
  return (
    <>
      <p className="row">
        {mismatches.map((mismatch) => (
          <Badge key={mismatch.name} tone="warning">
            {formatMismatch(t, mismatch)}
          </Badge>
        ))}
      </p>
      <p className="small muted">{t("requests.answer.mayDiffer")}</p>
    </>
  );
}
