import type { ReactNode } from "react";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingDetails } from "./queries";

/** Why a listing or its new words came back, in the reviewer's reason and words. */
export function ReturnedNotice({
  listing: { stateReason, stateNote },
  children,
}: {
  listing: Pick<ListingDetails, "stateReason" | "stateNote">;
  children?: ReactNode;
}) {
  const { t } = usePage();
  return (
    <Notice tone="warning" title={t("listings.returned.title")}>
      {stateReason ? <p>{t(`general.moderationReasons.${stateReason}`)}</p> : null}
      {stateNote ? <p className="pre-line">{stateNote}</p> : null}
      {children}
    </Notice>
  );
}
