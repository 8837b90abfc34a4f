import { LocateFixed } from "lucide-react";
import { RADIUS, type SearchFilters } from "@/shared/schemas/search";
import { toNearParam } from "./active-filters";
import { buttonClass } from "./button";
import { countySeatOptions } from "./form/options";
import { Select } from "./form/select";
import { usePage } from "./page-context";

/** Selectable radii in km; a radius from the URL is added. */
const RADII = [5, 10, RADIUS.default, 50, RADIUS.maximum];

/**
 * Search near a town or near the visitor. The button asks the device for its location only when pressed, and needs the
 * script client/enhance/results.
 */
export function NearFields({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const { near, radius } = values;
  const here =
    near && near.county === null ? [{ value: toNearParam(near), label: t("general.filters.here") }] : [];
  const radii = RADII.includes(radius) ? RADII : [...RADII, radius].sort((a, b) => a - b);
  return (
    <div className="filters__near">
      <Select
        name="near"
        id="filter-near"
        label={t("general.filters.near")}
        placeholder={t("general.filters.nearAny")}
        options={[...here, ...countySeatOptions(t)]}
        value={near && toNearParam(near)}
        required={false}
      />
      <button type="button" className={`${buttonClass("quiet")} button--small needs-script`} data-locate>
        <LocateFixed size={18} aria-hidden="true" />
        {t("general.filters.locate")}
      </button>
      <p className="filters__located" role="status" data-located />
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
