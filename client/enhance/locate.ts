/** Two decimals of a degree: about a kilometre, which is enough to search around and all that leaves the device. */
const DECIMALS = 2;
/** A position of the last minutes will do; who waits longer than this picks a town. In ms. */
const POSITION: PositionOptions = { maximumAge: 600_000, timeout: 15_000 };

/**
 * The button `data-locate` asks the device where it is, only when it is pressed, and chooses that in the field `near`;
 * then calls `chosen`. `words`: `here`, `locating`, `notLocated`.
 */
export function locateOnPress(
  element: HTMLElement,
  words: Readonly<Record<string, string>>,
  chosen: () => void,
): void {
  const say = (text: string | undefined) => {
    const status = element.querySelector("[data-located]");
    if (status) status.textContent = text ?? "";
  };
  element.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("[data-locate]")) return;
    if (!navigator.geolocation) {
      say(words.notLocated);
      return;
    }
    say(words.locating);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        say("");
        choose(
          element,
          `${coords.latitude.toFixed(DECIMALS)},${coords.longitude.toFixed(DECIMALS)}`,
          words.here ?? "",
        );
        chosen();
      },
      () => say(words.notLocated),
      POSITION,
    );
  });
}

function choose(element: HTMLElement, value: string, label: string): void {
  const near = element.querySelector<HTMLSelectElement>('select[name="near"]');
  if (!near) return;
  if (![...near.options].some((option) => option.value === value)) {
    near.options.add(new Option(label, value), 1);
  }
  near.value = value;
}
