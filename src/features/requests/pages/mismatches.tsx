import { Badge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import type { RequestMismatch } from "../queries";

/** Tells a teacher what of a request their listings do not offer. */
export function Mismatches({ mismatches }: { mismatches: readonly RequestMismatch[] }) {
  const { t } = usePage();
  if (mismatches.length === 0) return null;
  return (
    <p className="row">
      {mismatches.map((name) => (
        <Badge key={name} tone="warning">
          {t(`requests.mismatches.${name}`)}
        </Badge>
      ))}
    </p>
  );
}
