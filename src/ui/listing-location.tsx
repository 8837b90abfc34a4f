import { countyName } from "@/shared/codes";
import type { ListingCardData } from "./card-content";
import { usePage } from "./page-context";

type Place = Pick<ListingCardData, "county" | "neighbourhood" | "locations">;

/** "Cluj, Zorilor"; null for a listing that is only online. */
export function formatPlace({ county, neighbourhood, locations }: Place): string | null {
  if (locations.length === 0 || !county) return null;
  return [countyName(county), neighbourhood].filter(Boolean).join(", ");
}

/** "Cluj, Zorilor" and/or "online", with icons. */
export function ListingLocation({ listing }: { listing: Place & Pick<ListingCardData, "online"> }) {
  return (
    <span className="places">
      <Places place={formatPlace(listing)} online={listing.online} />
    </span>
  );
}

/** The place and "online", from their texts. */
export function Places({ place, online }: { place: string | null; online: boolean }) {
  const { t } = usePage();
  return (
    <>
      {place === null ? null : <span className="place">{place}</span>}
      {online ? <span className="place place--online">{t("general.card.online")}</span> : null}
    </>
  );
}
