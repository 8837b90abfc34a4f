import { QueueEntry } from "@/features/moderation";
import type { ReviewReason } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { RatingStars } from "@/ui/rating";
import type { ListedReview } from "./reviews-kind";

/** An entry of a list. */
export function ReviewEntry({ row }: { row: ListedReview }) {
  const { t, locale } = usePage();
  const reasons = (JSON.parse(row.reasons) as ReviewReason[]).map((code) => t(`reviews.reasons.${code}`));
  return (
    <QueueEntry
      row={row}
      href={paths.adminReview(row.id)}
      title={t("reviews.admin.about", { teacher: formatFullName(row) })}
      meta={
        <>
          <RatingStars value={row.rating} />
          {["", t(`general.subjects.${row.subject}`), ...reasons].join(" · ")}
        </>
      }
      side={<StateBadge kind="review" state={row.state} />}
    >
      <p className="pre-line" lang={row.locale === locale ? undefined : row.locale}>
        {row.text}
      </p>
    </QueueEntry>
  );
}
