import type { ReactNode } from "react";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingDetails } from "../queries";

/** Why a listing or its revision was returned, or why it was suspended, in the admin's reason and words. */
export function ReturnedNotice({
  listing: { stateReason, stateNote },
  suspended = false,
  children,
}: {
  listing: Pick<ListingDetails, "stateReason" | "stateNote">;
  suspended?: boolean;
  children?: ReactNode;
}) {
  const { t } = usePage();
  return (
    <Notice tone="warning" title={t(`listings.returned.${suspended ? "suspended" : "title"}`)}>
      {stateReason ? <p>{t(`general.moderationReasons.${stateReason}`)}</p> : null}
      {stateNote ? <p className="pre-line">{stateNote}</p> : null}
      {children}
    </Notice>
  );
}
