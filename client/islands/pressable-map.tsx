import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from "react";
import { COUNTIES, type County, countyName } from "@/shared/codes";
import { createCountyMap, MAP_SIZE, MAP_WIDTHS, POINT_RADIUS } from "@/shared/county-map";
import type { Point } from "@/shared/geo";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

const { width, height } = MAP_SIZE;
/** Degrees that an arrow key moves the point by: the grid on which visitors see it; ten times as far with Shift. */
const STEP = 0.005;
const ARROWS: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type MapProps = { county: County; point: Point | null; live: boolean; choose(point: Point): void };

/** The county as a picture: pressed, or moved on by the arrow keys; without script, an image that sends the form. */
export function PressableMap({ county, point, live, choose }: MapProps) {
  const { t } = usePage();
  const map = createCountyMap(county);
  const frame = useRef<HTMLDivElement>(null);
  const spot = point && map.toPosition(point);
  const src = paths.countyMap(`${county}.svg`);
  const label = t("listings.form.point.map", { county: countyName(county) });

  // Focus on the image moves to the map that replaces it.
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
      map.toPoint({
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
            <circle className="county-map__ring" cx={spot.x} cy={spot.y} r={POINT_RADIUS} />
            <circle className="county-map__point" cx={spot.x} cy={spot.y} r={4} />
          </svg>
        ) : null}
      </div>
    </>
  );
}

/** A county's first town, where its point begins. */
export const seatOf = (county: County) => COUNTIES.find(({ code }) => code === county) ?? COUNTIES[0];
