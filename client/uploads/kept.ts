/** Whether this browser keeps uploads that were not finished, by the names that tus-js-client gives them. */
export function keepsUploads(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("tus::"));
  } catch {
    // Storage is shut off, so nothing was kept.
    return false;
  }
}
