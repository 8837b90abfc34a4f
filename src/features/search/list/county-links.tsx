import { getAssetPath } from "@/http/client-build";
import { COUNTY_CODES, type County, countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import type { ScopeCount } from "../counts/list-scope-counts";
import { COUNTY_LABEL_POSITIONS } from "./county-label-positions";
import { ScopeLink } from "./scope-link";

/** Number of shades for counties with listings; county-links.css has a class for each. */
const SHADES = 5;

/**
 * Links to the counties that have listings, as a map and as a list. Both are the same links: each contains the shape of
 * its county, which CSS places on the map. So keyboards and screen readers meet every county once, and the list remains
 * if the file of the shapes does not load.
 */
export function CountyLinks({ counts }: { counts: readonly ScopeCount[] }) {
  const { t, url } = usePage();
  const max = Math.max(...counts.map(({ listings }) => listings));
  const counties = new Set(counts.map(({ county }) => county));
  const others = COUNTY_CODES.filter((county) => !counties.has(county));
  return (
    <>
      <p className="county-links__note small muted" aria-hidden="true">
        {t("search.siblings.shades")}
      </p>
      <div className="county-links">
        {others.length > 0 ? (
          <svg aria-hidden="true">
            {others.map((county) => (
              <CountyShape key={county} county={county} />
            ))}
          </svg>
        ) : null}
        <ul className="link-columns list-plain">
          {counts.map((count) =>
            count.county ? (
              <li key={count.county}>
                <ScopeLink
                  href={url(paths.listings({ subject: count.subject, county: count.county }))}
                  count={count}
                  name={countyName(count.county)}
                >
                  <svg className={`shade-${toShade(count.listings, max)}`} aria-hidden="true">
                    <CountyShape county={count.county} />
                    <CountyNumber county={count.county} text={t.number(count.listings)} />
                  </svg>
                  {countyName(count.county)}
                </ScopeLink>
              </li>
            ) : null,
          )}
        </ul>
      </div>
    </>
  );
}

const CountyShape = ({ county }: { county: County }) => (
  <use href={`${getAssetPath("client/images/counties.svg")}#${county}`} />
);

function CountyNumber({ county, text }: { county: County; text: string }) {
  const [x, y] = COUNTY_LABEL_POSITIONS[county];
  return (
    <text x={`${x}%`} y={`${y}%`}>
      {text}
    </text>
  );
}

/** 1 for few listings to SHADES for the most, in equal ratios: București often has a hundred times as many as others. */
const toShade = (listings: number, max: number): number =>
  Math.ceil((SHADES * Math.log(listings + 1)) / Math.log(max + 1));
