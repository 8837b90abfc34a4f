import { LocateFixed, X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { COUNTIES, COUNTY_CODES, type County, countyName } from "@/shared/codes";
import { MAP_SIZE, MAP_WIDTHS, mapOf } from "@/shared/county-map";
import { distanceKm, type Point } from "@/shared/geo";
import { paths } from "@/shared/paths";
import { degreesOf, type FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { FieldGroup, type FormErrors, fieldId, SubmitButton, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";

const { width, height } = MAP_SIZE;
/** Degrees that an arrow key moves the point by: the grid on which visitors see it; ten times as far with Shift. */
const STEP = 0.005;
/** Nearer than this (km) is in the seat. */
const NEAR_KM = 4;
const ARROWS: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type Props = {
  /** What stood in the fields at first, and stands there now. */
  values: FormValues;
  now: FormValues;
  errors: FormErrors;
  live: boolean;
  /** Puts a point into its two fields, or takes it out. */
  set(point: Point | null): void;
};

/**
 * Where lessons take place, on a drawn map of the county: pressed, moved by the arrow keys, told by the device, or in
 * degrees. Without script the map is an image that sends the form, which comes back with the point in it.
 */
export function PointField({ values, now, errors, live, set }: Props) {
  const { t } = usePage();
  const typed = live ? now : values;
  const county = COUNTY_CODES.find((code) => code === typed.county?.[0]);
  const point = pointIn(typed);
  const [told, setTold] = useState("");
  const wrong = errors.point ?? errors["point.latitude"] ?? errors["point.longitude"];
  // Once open it stays so, however the point and its errors come and go; its user closes it.
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
              value={values[`point.${axis}`]?.[0] ?? ""}
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

type MapProps = { county: County; point: Point | null; live: boolean; choose(point: Point): void };

function PressableMap({ county, point, live, choose }: MapProps) {
  const { t } = usePage();
  const map = mapOf(county);
  const frame = useRef<HTMLDivElement>(null);
  const spot = point && map.spotOf(point);
  const src = paths.countyMap(`${county}.svg`);
  const label = t("listings.form.point.map", { county: countyName(county) });

  // Whoever stood on the image stands on what takes its place.
  const focused = useRef(false);
  if (!live && typeof document !== "undefined") {
    focused.current = frame.current?.contains(document.activeElement) ?? false;
  }
  useLayoutEffect(() => {
    if (live && focused.current) frame.current?.querySelector<HTMLElement>("[tabindex]")?.focus();
  }, [live]);

  const press = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    choose(
      map.pointOf({
        x: ((event.clientX - box.left) / box.width) * width,
        y: ((event.clientY - box.top) / box.height) * height,
      }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP * 10 : STEP;
    const from = point ?? seatOf(county);
    choose({
      latitude: Number((from.latitude + way[0] * step).toFixed(5)),
      longitude: Number((from.longitude + way[1] * step).toFixed(5)),
    });
  };

  return (
    <>
      <p id="map-help" className="small">
        {t("listings.form.point.click")} {live ? t("listings.form.point.keys") : null}
      </p>
      <div className="county-map" ref={frame}>
        {live ? (
          <>
            <img className="county-map__picture" src={src} alt="" width={width} height={height} />
            <div
              className="county-map__surface"
              role="application"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the point
              tabIndex={0}
              aria-label={label}
              aria-describedby="map-help"
              onClick={press}
              onKeyDown={onKeyDown}
            />
          </>
        ) : (
          <>
            <input type="hidden" name="map.county" value={county} />
            {/* As many images as there are widths, of which one is shown: a press is told in its own pixels. */}
            {MAP_WIDTHS.map((one) => (
              <input
                key={one}
                type="image"
                name={`map.${one}`}
                className={`county-map__press county-map__press--${one}`}
                src={src}
                alt={label}
                formNoValidate
              />
            ))}
          </>
        )}
        {spot ? (
          <svg className="county-map__mark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <circle className="county-map__ring" cx={spot.x} cy={spot.y} r={14} />
            <circle className="county-map__point" cx={spot.x} cy={spot.y} r={4} />
          </svg>
        ) : null}
      </div>
    </>
  );
}

function pointIn(values: FormValues): Point | null {
  const [latitude, longitude] = ["latitude", "longitude"].map((axis) =>
    degreesOf(values[`point.${axis}`]?.[0] ?? ""),
  );
  const whole = Number.isFinite(latitude) && Number.isFinite(longitude);
  return whole ? { latitude: latitude as number, longitude: longitude as number } : null;
}

const seatOf = (county: County) => COUNTIES.find(({ code }) => code === county) ?? COUNTIES[0];

/** Where a point is, in words, so that it can be checked without seeing the map. */
function whereabouts(t: ReturnType<typeof usePage>["t"], county: County, point: Point | null): string {
  if (!point) return t("listings.form.point.none");
  const { seat, ...place } = seatOf(county);
  const away = distanceKm(place, point);
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
