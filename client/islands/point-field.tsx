import { LocateFixed, X } from "lucide-react";
import { useRef, useState } from "react";
import { COUNTY_CODES, type County } from "@/shared/codes";
import { formatDegrees, parseDegrees } from "@/shared/degrees";
import { computeDistanceKm, type Point } from "@/shared/geo";
import type { FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { FieldGroup, type FormErrors, fieldId, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { PressableMap, seatOf } from "./pressable-map";

/** Nearer than this (km) is in the seat. */
const NEAR_KM = 4;
type Props = {
  /** The initial and the current values of the fields. */
  values: FormValues;
  now: FormValues;
  errors: FormErrors;
  live: boolean;
  /** Puts a point into its two fields, or takes it out. */
  set(point: Point | null): void;
};

/**
 * The place of lessons on a drawn map of the county: set by a press, the arrow keys, the device's position or degrees.
 * Without script the map is an image that sends the form, which comes back with the point in it.
 */
export function PointField({ values, now, errors, live, set }: Props) {
  const { t, locale } = usePage();
  const typed = live ? now : values;
  const county = COUNTY_CODES.find((code) => code === typed.county?.[0]);
  const point = pointIn(typed);
  const [told, setTold] = useState("");
  const wrong = errors.point ?? errors["point.latitude"] ?? errors["point.longitude"];
  // Stays open once opened, even when the point or its errors change; the user closes it.
  const opened = useRef(false);
  opened.current ||= Boolean(wrong) || pointIn(values) !== null;
  const choose = (next: Point | null) => {
    setTold("");
    set(next);
  };

  return (
    <details className="point-field" open={opened.current}>
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
            <PressableMap county={county} point={point} live={live} choose={choose} />
          ) : (
            <p>{t("listings.form.point.noCounty")}</p>
          )}
          {live ? null : (
            <p>
              <SubmitButton variant="secondary" name="intent" value="show" formNoValidate>
                {t("listings.form.point.show")}
              </SubmitButton>
            </p>
          )}
          <p role="status">{told || (county ? whereabouts(t, county, point) : "")}</p>
          {live ? (
            <p className="row">
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  setTold(t("listings.form.point.looking"));
                  locate(choose, () => setTold(t("listings.form.point.deviceFailed")));
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
              value={formatDegrees(values[`point.${axis}`]?.[0] ?? "", locale)}
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

function pointIn(values: FormValues): Point | null {
  const [latitude, longitude] = ["latitude", "longitude"].map((axis) =>
    parseDegrees(values[`point.${axis}`]?.[0] ?? ""),
  );
  const whole = Number.isFinite(latitude) && Number.isFinite(longitude);
  return whole ? { latitude: latitude as number, longitude: longitude as number } : null;
}

/** Where a point is, in words, so that it can be checked without seeing the map. */
function whereabouts(t: ReturnType<typeof usePage>["t"], county: County, point: Point | null): string {
  if (!point) return t("listings.form.point.none");
  const { seat, ...place } = seatOf(county);
  const away = computeDistanceKm(place, point);
  if (away < NEAR_KM) return t("listings.form.point.near", { seat });
  return t("listings.form.point.away", { seat, distance: Math.round(away) });
}

function locate(found: (point: Point) => void, failed: () => void): void {
  // Missing where the page came over plain http.
  const geolocation: Geolocation | undefined = navigator.geolocation;
  if (!geolocation) failed();
  geolocation?.getCurrentPosition(
    ({ coords }) =>
      found({
        latitude: Number(coords.latitude.toFixed(5)),
        longitude: Number(coords.longitude.toFixed(5)),
      }),
    failed,
    { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
  );
}
