/** The page's window as Google's tag knows it. */
export type TagWindow = {
  dataLayer?: unknown[];
  /** `ga-disable-<id>`: true and the tag of that id sends nothing any more. */
  [flag: `ga-disable-${string}`]: boolean | undefined;
};

/** A command of the data layer, https://developers.google.com/tag-platform/gtagjs/reference. */
export type Gtag = (...command: readonly unknown[]) => void;

/** Creates the page's data layer. The tag reads the queued entries in their order once it is loaded. */
export function openDataLayer(view: TagWindow): Gtag {
  view.dataLayer ??= [];
  const layer = view.dataLayer;
  return function gtag() {
    // biome-ignore lint/complexity/noArguments: the tag takes commands for what they are by this kind of object alone
    layer.push(arguments);
  };
}
