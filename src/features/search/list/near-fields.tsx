import { RADIUS, type SearchFilters } from "@/shared/schemas/search";
import { countySeatOptions } from "@/ui/form/options";
import { Select } from "@/ui/form/select";
import { usePage } from "@/ui/page-context";
import { toNearParam } from "../filters/list-query";
import { LocateButton } from "./locate-button";

/** Selectable radii in km; a radius from the URL is added. */
const RADII = [5, 10, RADIUS.default, 50, RADIUS.max];

/** Search near a town or near the visitor. */
export function NearFields({ near, radius }: Pick<SearchFilters, "near" | "radius">) {
  const { t } = usePage();
  const pointOption =
    near && near.county === null ? [{ value: toNearParam(near), label: t("general.filters.here") }] : [];
  const radii = RADII.includes(radius) ? RADII : [...RADII, radius].sort((a, b) => a - b);
  return (
    <div className="filters__near">
      <Select
        name="near"
        id="filter-near"
        label={t("general.filters.near")}
        placeholder={t("general.filters.nearAny")}
        options={[...pointOption, ...countySeatOptions(t)]}
        value={near && toNearParam(near)}
        required={false}
      />
      <LocateButton />
      <div className="filters__radius">
        <Select
          name="radius"
          id="filter-radius"
          label={t("general.filters.radius")}
          options={radii.map((km) => ({
            value: km === RADIUS.default ? "" : String(km),
            label: t("general.filters.km", { n: km }),
          }))}
          value={radius === RADIUS.default ? "" : radius}
          required={false}
        />
      </div>
    </div>
  );
}
