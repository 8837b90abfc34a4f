import { formatFullName } from "@/shared/format";
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
      <OtherListings others={review.others} />
      <History history={review.history} />
    </section>
  );
}

function OtherListings({ others }: Pick<ListingReview, "others">) {
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
  const name = (action: string) => {
    const key = `admin.actions.${action.replace(/^listing\./, "")}`;
    return t.has(key) ? t(key) : action;
  };
  return (
    <>
      <h3>{t("admin.review.history")}</h3>
      {history.length === 0 ? <p className="muted">{t("admin.review.noHistory")}</p> : null}
      <DescriptionList
        items={history.map((entry) => ({
          key: entry.id,
          term: <Time ts={entry.ts} clock />,
          details: [name(entry.action), formatReason(entry.detail, t)].filter(Boolean).join(": "),
        }))}
      />
    </>
  );
}

/** The reason and text of a return, from the audit log. */
function formatReason(detail: Record<string, unknown>, t: (key: string) => string): string {
  const reason = typeof detail.reason === "string" ? t(`general.moderationReasons.${detail.reason}`) : "";
  const text = typeof detail.text === "string" ? detail.text : "";
  return [reason, text].filter(Boolean).join(" – ");
}
