import type { OwnListingState } from "@/features/listings";
import type { Package } from "@/features/settings";
import { formatLei, formatPercent } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";

/** The prices of the packages, VAT included. */
export function PackagePrices({ packages }: { packages: readonly Package[] }) {
  const { t, url, locale } = usePage();
  const rate = packages[0]?.vatRate ?? 0;
  return (
    <>
      <DescriptionList
        compact
        items={packages.map(({ code, placement, days, price }) => ({
          key: code,
          term: t.count(`promotions.promote.packageTitle.${placement}`, days),
          details: formatLei(price, locale),
        }))}
      />
      <p className="small muted">
        {t(`promotions.promote.${rate > 0 ? "packagesHelp" : "packagesHelpNoVat"}`, {
          rate: formatPercent(rate, locale),
        })}{" "}
        <a href={url(paths.ranking())}>{t("promotions.promote.ranking")}</a>
      </p>
    </>
  );
}

/** What can be promoted now, what it costs, and why other listings can't be promoted. */
export function PromotableListings({
  packages,
  listings,
}: {
  packages: readonly Package[];
  listings: readonly OwnListingState[];
}) {
  const { t, url } = usePage();
  if (packages.length === 0) return null;
  const isPromotable = ({ state }: OwnListingState) => state === "published";
  return (
    <section className="section stack" aria-labelledby="promotable">
      <h2 id="promotable">{t("promotions.promotable.title")}</h2>
      <PackagePrices packages={packages} />
      {listings.length === 0 ? (
        <p>
          {t("promotions.promotable.none")}{" "}
          <a href={url(paths.createListing())}>{t("promotions.promotable.create")}</a>
        </p>
      ) : null}
      <ul className="entry-list">
        {listings
          .toSorted((a, b) => Number(isPromotable(b)) - Number(isPromotable(a)))
          .map((listing) => (
            <li key={listing.id} className="entry entry--open">
              <div className="entry__main">
                <p className="entry__title">
                  {listing.title ||
                    t("listings.own.untitled", { subject: t(`general.subjects.${listing.subject}`) })}
                </p>
                {isPromotable(listing) ? (
                  <div className="row">
                    <LinkButton href={url(paths.promoteListing(listing.id))} size="small">
                      {t("listings.actions.promote")}
                    </LinkButton>
                  </div>
                ) : (
                  <p className="entry__meta">
                    {t(`promotions.promote.blocked.${listing.state}`)}{" "}
                    <a href={`${url(paths.ownListings())}#${listing.id}`}>
                      {t("promotions.promotable.open")}
                    </a>
                  </p>
                )}
              </div>
              <div className="entry__side">
                <StateBadge kind="listing" state={listing.state} />
              </div>
            </li>
          ))}
      </ul>
    </section>
  );
}
