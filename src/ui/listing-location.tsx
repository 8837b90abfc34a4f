import { type County, countyName, joinPlace, type Location } from "@/shared/codes";
import { usePage } from "./page-context";

type Place = {
  county: County | null;
  neighbourhood: string;
  locations: readonly Location[];
  online: boolean;
};

/** "Cluj, Zorilor"; null for a listing that is only online. */
function formatPlace({ county, neighbourhood, locations }: Place): string | null {
  if (locations.length === 0 || !county) return null;
  return joinPlace(countyName(county), neighbourhood);
}

/** "Cluj, Zorilor", "at your home" and "online", as far as they apply, with icons. */
export function ListingLocation({ listing }: { listing: Place }) {
  return (
    <span className="places">
      <Places listing={listing} />
    </span>
  );
}

/** The same without an element around them. */
export function Places({ listing }: { listing: Place }) {
  const { t } = usePage();
  const place = formatPlace(listing);
  return (
    <>
      {place === null ? null : <span className="place">{place}</span>}
      {listing.locations.includes("lh") ? (
        <span className="place place--home">{t("general.card.atHome")}</span>
      ) : null}
      {listing.online ? <span className="place place--online">{t("general.card.online")}</span> : null}
    </>
  );
}
