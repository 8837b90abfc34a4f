import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { STATISTICS_FIELDS } from "@/shared/schemas/analytics";
import { StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { CountDifference } from "./difference";
import { type AnalyticsReport, type ComparedCounts, formatListingTitle } from "./report";

/** The counts of each listing, with a link to its days. */
export function ListingCounts({ listings, period }: Pick<AnalyticsReport, "listings" | "period">) {
  const { t, url } = usePage();
  return (
    <ul className="entry-list">
      {listings.map((listing) => (
        <li key={listing.id} className="entry entry--open">
          <div className="entry__main">
            <p className="entry__title">
              <a href={url(paths.analytics({ ...period, listing: listing.id }))}>
                {formatListingTitle(t, listing)}
              </a>
            </p>
            <p className="entry__meta">
              {[t(`general.subjects.${listing.subject}`), listing.county ? countyName(listing.county) : null]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {hasCounts(listing) ? null : <p className="small muted">{t("analytics.nothingHere")}</p>}
          </div>
          <div className="entry__side">
            <StateBadge kind="listing" state={listing.state} />
          </div>
          {hasCounts(listing) ? <Counts listing={listing} /> : null}
        </li>
      ))}
    </ul>
  );
}

const hasCounts = ({ current, previous }: ComparedCounts): boolean =>
  [...current, ...previous].some((count) => count > 0);

function Counts({ listing }: { listing: AnalyticsReport["listings"][number] }) {
  const { t } = usePage();
  return (
    <dl className="numbers numbers--small">
      {STATISTICS_FIELDS.map((name, index) => (
        <div key={name} className="numbers__item">
          <dt>{t(`analytics.counted.${name}`)}</dt>
          <dd>
            <strong>{t.number(listing.current[index] ?? 0)}</strong>
            <CountDifference
              short
              current={listing.current[index] ?? 0}
              previous={listing.previous[index] ?? 0}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
