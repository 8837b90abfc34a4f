import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from "react";
import { COUNTIES, type County, countyName } from "@/shared/codes";
import { createCountyMap, MAP_SIZE, MAP_WIDTHS, POINT_RADIUS } from "@/shared/county-map";
import type { Point } from "@/shared/geo";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

const { width, height } = MAP_SIZE;
/** Degrees per press of an arrow key: the grid on which visitors see the point. With Shift ten times as far. */
const STEP = 0.005;
const ARROWS: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type Props = {
  county: County;
  point: Point | null;
  /** Whether the script runs. */
  isHydrated: boolean;
  onPointChange(point: Point): void;
};

/** A map that sets the point by a click or the arrow keys; without a script, an image that submits the form. */
export function CountyMapInput({ county, point, isHydrated, onPointChange }: Props) {
  const { t } = usePage();
  const map = createCountyMap(county);
  const frame = useRef<HTMLDivElement>(null);
  const position = point && map.toPosition(point);
  const src = paths.countyMap(`${county}.svg`);
  const label = t("listings.form.point.map", { county: countyName(county) });

  // Focus on the image moves to the map that replaces it.
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isHydrated) hadFocus.current = frame.current?.contains(document.activeElement) ?? false;
    else if (hadFocus.current) frame.current?.querySelector<HTMLElement>("[tabindex]")?.focus();
  }, [isHydrated]);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPointChange(
      map.toPoint({
        x: ((event.clientX - box.left) / box.width) * width,
        y: ((event.clientY - box.top) / box.height) * height,
      }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? STEP * 10 : STEP;
    const from = point ?? getCountySeat(county);
    onPointChange({
      latitude: Number((from.latitude + direction[0] * step).toFixed(5)),
      longitude: Number((from.longitude + direction[1] * step).toFixed(5)),
    });
  };

  return (
    <>
      <p id="map-help" className="small">
        {t("listings.form.point.click")} {isHydrated ? t("listings.form.point.keys") : null}
      </p>
      <div className="county-map" ref={frame}>
        {isHydrated ? (
          <>
            <img className="county-map__picture" src={src} alt="" width={width} height={height} />
            <div
              className="county-map__surface"
              role="application"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the point
              tabIndex={0}
              aria-label={label}
              aria-describedby="map-help"
              onClick={onClick}
              onKeyDown={onKeyDown}
            />
          </>
        ) : (
          <>
            <input type="hidden" name="map.county" value={county} />
            {/* An image for each width, of which one is visible: the browser sends the click in the image's own pixels. */}
            {MAP_WIDTHS.map((mapWidth) => (
              <input
                key={mapWidth}
                type="image"
                name={`map.${mapWidth}`}
                className={`county-map__press county-map__press--${mapWidth}`}
                src={src}
                alt={label}
                formNoValidate
              />
            ))}
          </>
        )}
        {position ? (
          <svg className="county-map__mark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <circle className="county-map__ring" cx={position.x} cy={position.y} r={POINT_RADIUS} />
            <circle className="county-map__point" cx={position.x} cy={position.y} r={4} />
          </svg>
        ) : null}
      </div>
    </>
  );
}

/** A county's seat and its coordinates, from which the arrow keys start. */
export const getCountySeat = (county: County) => COUNTIES.find(({ code }) => code === county) ?? COUNTIES[0];
