import { LocateFixed, X } from "lucide-react";
import { useState } from "react";
import { COUNTY_CODES, type County } from "@/shared/codes";
import { computeDistanceKm, type Point } from "@/shared/geo";
import { formatDegrees, parseDegrees } from "@/shared/numbers";
import type { FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { FieldGroup, type FormErrors, fieldId, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { CountyMapInput, getCountySeat } from "./county-map-input";

/** A point nearer than this (km) counts as in the county seat. */
const NEAR_KM = 4;

type PointFieldProps = {
  initialValues: FormValues;
  /** The current values. */
  values: FormValues;
  errors: FormErrors;
  /** Whether the script runs. */
  isHydrated: boolean;
  /** The user set the point, or removed it (null). */
  onPointChange(point: Point | null): void;
};

/**
 * The location of lessons on a map of the county: set by a click, the arrow keys, the device's position or degrees.
 * Without a script the map is an image that submits the form, which the server returns with the point.
 */
export function PointField({ initialValues, values, errors, isHydrated, onPointChange }: PointFieldProps) {
  const { t, locale } = usePage();
  const shownValues = isHydrated ? values : initialValues;
  const county = COUNTY_CODES.find((code) => code === shownValues.county?.[0]);
  const point = findPoint(shownValues);
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
          {county ? (
            <CountyMapInput county={county} point={point} isHydrated={isHydrated} onPointChange={choose} />
          ) : (
            <p>{t("listings.form.point.noCounty")}</p>
          )}
          {isHydrated ? null : (
            <p>
              <SubmitButton variant="secondary" name="intent" value="show" formNoValidate>
                {t("listings.form.point.show")}
              </SubmitButton>
            </p>
          )}
          <p role="status">{message || (county ? describePoint(t, county, point) : "")}</p>
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
              {point ? (
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

function findPoint(values: FormValues): Point | null {
  const [latitude, longitude] = ["latitude", "longitude"].map((axis) =>
    parseDegrees(values[`point.${axis}`]?.[0] ?? ""),
  );
  const isComplete = Number.isFinite(latitude) && Number.isFinite(longitude);
  return isComplete ? { latitude: latitude as number, longitude: longitude as number } : null;
}

/** Distance and town, so that the point can be checked without seeing the map. */
function describePoint(t: ReturnType<typeof usePage>["t"], county: County, point: Point | null): string {
  if (!point) return t("listings.form.point.none");
  const { seat, ...seatPoint } = getCountySeat(county);
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
