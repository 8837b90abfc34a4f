import { withoutShareSource } from "@/shared/without-tracking";

/** Removes the source of a shared address from the address bar, where visitors copy it and other sites' scripts read it. */
export function hideShareSource({ location, history }: Window): void {
  const address = withoutShareSource(location.href);
  if (address !== location.href) history.replaceState(history.state, "", address);
}
