import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { UserLink } from "@/ui/user-link";
import type { ListedItem } from "../frame/kind";
import { QueueEntry } from "../frame/queue-page";
import type { PendingListing } from "./listings-kind";

export function ListingEntry({ row }: { row: ListedItem & PendingListing }) {
  const { t } = usePage();
  const meta = [
    t(`general.subjects.${row.subject}`),
    row.county ? countyName(row.county) : null,
    row.online ? t("general.card.online") : null,
  ];
  return (
    <QueueEntry
      row={row}
      href={paths.adminListing(row.id)}
      title={row.title}
      meta={
        <>
          <UserLink user={{ ...row, id: row.ownerId }} /> · {meta.filter(Boolean).join(" · ")}
        </>
      }
      side={row.isRevision ? <Badge>{t("moderation.listings.newText")}</Badge> : null}
      since={t(`moderation.listings.${row.isPublication ? "published" : "sent"}`)}
    />
  );
}
