import { LocateFixed, X } from "lucide-react";
import { useState } from "react";
import { COUNTIES, COUNTY_CODES, type County, countyName, countySeat } from "@/shared/codes";
import { correctPlaceNames, findPlace, listNeighborhoods, listTowns } from "@/shared/codes/places";
import { createCountyMap, MAP_SIZE, POINT_RADIUS } from "@/shared/county-map";
import { computeDistanceKm, type Point } from "@/shared/geo";
import type { Translator } from "@/shared/i18n/translator";
import { formatDegrees, parseDegrees } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import type { FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { FieldGroup, type FormErrors, fieldId, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** A point nearer than this (km) counts as in the county seat. */
const NEAR_KM = 4;

/** Id of the list of places for the field of the town or neighborhood. */
export const PLACES_ID = "places";

type PointFieldProps = {
  initialValues: FormValues;
  /** The current values. */
  values: FormValues;
  errors: FormErrors;
  /** Whether the script runs. */
  isHydrated: boolean;
  /** The user set a more exact point, or removed it (null). */
  onPointChange(point: Point | null): void;
};

export const findCounty = (values: FormValues) => COUNTY_CODES.find((code) => code === values.county?.[0]);

/**
 * The places of the chosen county; of all counties without one. With `hasOthers`, those of other counties are disabled, for
 * the enhancer `place-options`.
 */
export function PlaceList({ county, hasOthers = false }: { county?: County; hasOthers?: boolean }) {
  const places = (county && !hasOthers ? [county] : COUNTY_CODES).flatMap((code) => [
    ...listNeighborhoods(code).map(({ name }) => [name, code]),
    ...[countySeat(code), ...listTowns(code).map(({ name }) => name)].map((name) => [name, code]),
  ]) as [string, County][];
  return (
    <datalist id={PLACES_ID}>
      {places.map(([name, code]) => (
        <option
          key={`${name} ${code}`}
          value={name}
          label={county ? undefined : countyName(code)}
          data-county={hasOthers ? code : undefined}
          disabled={county !== undefined && code !== county}
        />
      ))}
    </datalist>
  );
}

/**
 * Where the lessons are on a map of the county: at the centre of the chosen place, or at a more exact point, set by the
 * device's position or degrees.
 */
export function PointField({ initialValues, values, errors, isHydrated, onPointChange }: PointFieldProps) {
  const { t, locale } = usePage();
  const shownValues = isHydrated ? values : initialValues;
  const county = findCounty(shownValues);
  const exactPoint = findPoint(shownValues);
  const place = shownValues.neighbourhood?.[0]?.trim() ?? "";
  // Also while no place of lessons is ticked, which comes later in the form.
  const point = exactPoint ?? findPlace(county, place)?.point ?? null;
  const [message, setMessage] = useState("");
  const error = errors.point ?? errors["point.latitude"] ?? errors["point.longitude"];
  // Stays open when the point or its error is gone: only the user closes it.
  const hasContent = Boolean(error) || findPoint(initialValues) !== null;
  const [isOpen, setIsOpen] = useState(hasContent);
  if (hasContent && !isOpen) setIsOpen(true);
  const choose = (next: Point | null) => {
    setMessage("");
    onPointChange(next);
  };

  return (
    <details className="point-field" open={isOpen}>
      <summary>
        {t("listings.form.point.summary")}{" "}
        <span className="field__optional">{t("general.form.optional")}</span>
      </summary>
      <FieldGroup
        id={fieldId("point")}
        label={<span className="visually-hidden">{t("general.fields.point")}</span>}
        help={t("listings.form.point.lead")}
        error={errors.point}
      >
        <div className="point-field__parts">
          {county && point ? <PlaceMap county={county} point={point} /> : null}
          <p role="status">
            {message || (county ? describePoint(t, { county, place, point, exactPoint }) : "")}
          </p>
          {isHydrated ? (
            <p className="row">
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  setMessage(t("listings.form.point.looking"));
                  locateDevice(choose, () => setMessage(t("listings.form.point.deviceFailed")));
                }}
              >
                <LocateFixed size={16} aria-hidden="true" />
                {t("listings.form.point.device")}
              </Button>
              {exactPoint ? (
                <Button variant="quiet" size="small" onClick={() => choose(null)}>
                  <X size={16} aria-hidden="true" />
                  {t("listings.form.point.remove")}
                </Button>
              ) : null}
            </p>
          ) : null}
          <p className="field__label">{t("listings.form.point.numbers")}</p>
          {(["latitude", "longitude"] as const).map((axis) => (
            <TextField
              key={axis}
              name={`point.${axis}`}
              label={t(`listings.form.point.${axis}`)}
              help={t(`listings.form.point.${axis}Help`)}
              value={formatDegrees(initialValues[`point.${axis}`]?.[0] ?? "", locale)}
              error={errors[`point.${axis}`]}
              inputMode="decimal"
              autoComplete="off"
              required={false}
            />
          ))}
        </div>
      </FieldGroup>
    </details>
  );
}

function PlaceMap({ county, point }: { county: County; point: Point }) {
  const { t } = usePage();
  const { width, height } = MAP_SIZE;
  const { x, y } = createCountyMap(county).toPosition(point);
  return (
    <div className="county-map">
      <img
        src={paths.countyMap(`${county}.svg`)}
        alt={t("listings.form.point.map", { county: countyName(county) })}
        width={width}
        height={height}
        loading="lazy"
      />
      <svg className="county-map__mark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <circle className="county-map__ring" cx={x} cy={y} r={POINT_RADIUS} />
        <circle className="county-map__point" cx={x} cy={y} r={4} />
      </svg>
    </div>
  );
}

function findPoint(values: FormValues): Point | null {
  const [latitude, longitude] = ["latitude", "longitude"].map((axis) =>
    parseDegrees(values[`point.${axis}`]?.[0] ?? ""),
  );
  const isComplete = Number.isFinite(latitude) && Number.isFinite(longitude);
  return isComplete ? { latitude: latitude as number, longitude: longitude as number } : null;
}

/** Distance and town, so that the point can be checked without seeing the map. */
function describePoint(
  t: Translator,
  {
    county,
    place,
    point,
    exactPoint,
  }: { county: County; place: string; point: Point | null; exactPoint: Point | null },
): string {
  const { seat, ...seatPoint } = COUNTIES.find(({ code }) => code === county) ?? COUNTIES[0];
  // The seat is known, but too large to say where lessons are.
  const isMissing = place === "" || correctPlaceNames(county, place) === seat;
  if (!point) return t(`listings.form.point.${isMissing ? "missing" : "none"}`);
  if (!exactPoint) return t("listings.form.point.place");
  const distanceKm = computeDistanceKm(seatPoint, point);
  if (distanceKm < NEAR_KM) return t("listings.form.point.near", { seat });
  return t("listings.form.point.away", { seat, distance: Math.round(distanceKm) });
}

function locateDevice(onSuccess: (point: Point) => void, onError: () => void): void {
  // Undefined on pages served over plain http.
  const geolocation: Geolocation | undefined = navigator.geolocation;
  if (!geolocation) onError();
  geolocation?.getCurrentPosition(
    ({ coords }) =>
      onSuccess({
        latitude: Number(coords.latitude.toFixed(5)),
        longitude: Number(coords.longitude.toFixed(5)),
      }),
    onError,
    { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
  );
}
