import { type County, countyName, joinPlace, type Location } from "@/shared/codes";
import { type Page, usePage } from "./page-context";

type Place = {
  county: County | null;
  neighbourhood: string;
  locations: readonly Location[];
  online: boolean;
};

/** "Cluj, Zorilor (at the teacher’s)", without the learner's home; null for a listing that is only online. */
function formatPlace(t: Page["t"], { county, neighbourhood, locations }: Place): string | null {
  if (locations.length === 0 || !county) return null;
  const place = joinPlace(countyName(county), neighbourhood);
  const kinds = locations.filter((code) => code !== "lh").map((code) => t(`general.card.locations.${code}`));
  return kinds.length > 0 ? `${place} (${kinds.join(", ")})` : place;
}

/** Where the lessons are, "at your home" and "online", as far as they apply, with icons. */
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
  const place = formatPlace(t, listing);
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
