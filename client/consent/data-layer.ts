/** The page's window as Google's tag knows it. */
export type TagWindow = {
  dataLayer?: unknown[];
  /** `ga-disable-<id>`: true and the tag of that id sends nothing any more. */
  [flag: `ga-disable-${string}`]: boolean | undefined;
};

/** A command of the data layer, https://developers.google.com/tag-platform/gtagjs/reference. */
export type Gtag = (...command: readonly unknown[]) => void;

/** Makes the page's data layer. Nobody reads it until the tag is loaded, which then finds what was said in its order. */
export function openDataLayer(view: TagWindow): Gtag {
  view.dataLayer ??= [];
  const layer = view.dataLayer;
  return function gtag() {
    // biome-ignore lint/complexity/noArguments: the tag takes commands for what they are by this kind of object alone
    layer.push(arguments);
  };
}
