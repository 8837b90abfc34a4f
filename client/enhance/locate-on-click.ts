/**
 * Two decimals of a degree are about a kilometer: enough for the search, and nothing more precise leaves the device.
 */
const DECIMALS = 2;
/** Accepts a position of the last 10 minutes, and waits at most 15 s for a new one (ms). */
const POSITION: PositionOptions = { maximumAge: 600_000, timeout: 15_000 };

/**
 * Pressing the button `data-locate` selects the device's position in the field `near` and calls `onLocated`. The button
 * has the texts `data-here`, `data-locating` and `data-not-located`; the status next to it shows the last two.
 */
export function locateOnClick(element: HTMLElement, onLocated: () => void): void {
  element.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-locate]");
    if (!button) return;
    const texts = button.dataset;
    const status = button.parentElement?.querySelector("[data-located]");
    const setStatus = (text: string | undefined) => {
      if (status) status.textContent = text ?? "";
    };
    if (!navigator.geolocation) {
      setStatus(texts.notLocated);
      return;
    }
    setStatus(texts.locating);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setStatus("");
        selectNear(
          element,
          `${coords.latitude.toFixed(DECIMALS)},${coords.longitude.toFixed(DECIMALS)}`,
          texts.here ?? "",
        );
        onLocated();
      },
      () => setStatus(texts.notLocated),
      POSITION,
    );
  });
}

function selectNear(element: HTMLElement, value: string, label: string): void {
  const near = element.querySelector<HTMLSelectElement>('select[name="near"]');
  if (!near) return;
  if (![...near.options].some((option) => option.value === value)) {
    near.options.add(new Option(label, value), 1);
  }
  near.value = value;
}
