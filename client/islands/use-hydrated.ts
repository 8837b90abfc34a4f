import { useSyncExternalStore } from "react";

const subscribe = () => () => {};

/** Whether the script runs: false on the server and in the first render in the browser, true afterwards. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
