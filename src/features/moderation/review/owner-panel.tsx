import { formatFullName } from "@/shared/format";
import { formatAuditAction } from "@/shared/format-audit-action";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ListingReview } from "./find-listing-review";

/** A listing's owner, the owner's other listings, and the listing's history. */
export function ListingOwnerPanel({ review }: { review: ListingReview }) {
  const { t } = usePage();
  const { listing, owner } = review;
  return (
    <section className="stack">
      <h2>{t("admin.review.owner")}</h2>
      {listing.owner.disabledTs ? <Notice tone="warning">{t("admin.review.disabled")}</Notice> : null}
      <DescriptionList
        items={[
          { term: t("admin.review.name"), details: formatFullName(listing.owner) },
          {
            term: t("admin.review.email"),
            details: `${owner.email} (${t(owner.emailVerifiedTs ? "admin.review.verified" : "admin.review.unverified")})`,
          },
          { term: t("admin.review.signup"), details: <Time ts={owner.signupTs} /> },
        ]}
      />
      <OtherListingsOfOwner others={review.others} />
      <History history={review.history} />
    </section>
  );
}

function OtherListingsOfOwner({ others }: Pick<ListingReview, "others">) {
  const { t, url } = usePage();
  return (
    <>
      <h3>{t("admin.review.others")}</h3>
      {others.length === 0 ? <p className="muted">{t("admin.review.none")}</p> : null}
      <ul className={others.length > 0 ? "entry-list" : "list-plain"}>
        {others.map((other) => (
          <li key={other.id} className="entry">
            <div className="entry__main">
              <p className="entry__title">
                <a href={url(paths.adminListing(other.id))}>
                  {other.title || t(`general.subjects.${other.subject}`)}
                </a>
              </p>
            </div>
            <div className="entry__side">
              <StateBadge kind="listing" state={other.state} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function History({ history }: Pick<ListingReview, "history">) {
  const { t } = usePage();
  return (
    <>
      <h3>{t("admin.review.history")}</h3>
      {history.length === 0 ? <p className="muted">{t("admin.review.noHistory")}</p> : null}
      <DescriptionList
        items={history.map((entry) => ({
          key: entry.id,
          term: <Time ts={entry.ts} clock />,
          details: [formatEvent(t, entry), formatReasons(entry.detail, t)].filter(Boolean).join(": "),
        }))}
      />
    </>
  );
}

/** What was done to the listing, and by whom: "Approved · Ana Pop". */
export const formatEvent = (t: Translator, { action, actor }: ListingReview["history"][number]): string =>
  formatAuditAction(t, action) + (actor ? ` · ${formatFullName(actor)}` : "");

/** The reasons and text of a return, from the audit log. */
function formatReasons(detail: Record<string, unknown>, t: Translator): string {
  const { reason = [], further_reasons = [], text = "" } = detail;
  const reasons = [reason, further_reasons].flat().map((code) => t(`general.moderationReasons.${code}`));
  return [reasons.join("; "), text].filter(Boolean).join(" – ");
}
