import type { ReactNode } from "react";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { LearnerRequest } from "../queries";

/** Why an admin rejected the author's request. */
export function RejectionNotice({
  request: { reason, reasonText },
  children,
}: {
  request: Pick<LearnerRequest, "reason" | "reasonText">;
  children?: ReactNode;
}) {
  const { t } = usePage();
  return (
    <Notice tone="danger" title={t("requests.page.rejected")}>
      {reason ? <p>{t(`requests.reasons.${reason}`)}</p> : null}
      {reasonText ? <p className="pre-line">{reasonText}</p> : null}
      {children}
    </Notice>
  );
}
