/** Data that a page passes to its own scripts as attributes of its body. Visible in the HTML, so nothing secret. */
export type PageData = {
  /** Id of the user that the page was rendered for, "" if signed out. */
  visitor: string;
  /** Origin of the API, "" for the page's own (API_BASE). */
  apiBase: string;
  /** Interval of access token refreshes in ms (ACCESS_REFRESH_MS). */
  accessRefreshMs: number;
  /** Id and time (ms) of the page's client build. */
  build: string;
  builtTs: number;
  /** Id of Google's tag (GA_MEASUREMENT_ID); "" if none is configured, or if the page's URL is secret. */
  measurementId: string;
  /** Whether the page answers a submitted form, and may show typed values. */
  sent: boolean;
  /** Whether the visitor has just deleted or closed the account, or deleted a conversation as a guest. */
  isAfterDeletion: boolean;
  /** Whether a message was sent or the profile saved, if the page follows that form: its draft is no longer needed. */
  isAfterSending: boolean;
};

export const toPageDataAttributes = ({
  visitor,
  apiBase,
  accessRefreshMs,
  build,
  builtTs,
  measurementId,
  sent,
  isAfterDeletion,
  isAfterSending,
}: PageData) => ({
  "data-visitor": visitor || undefined,
  "data-api-base": apiBase || undefined,
  "data-access-refresh-ms": accessRefreshMs,
  "data-build": build,
  "data-built-ts": builtTs,
  "data-measurement-id": measurementId || undefined,
  "data-sent": sent ? "" : undefined,
  "data-after-deletion": isAfterDeletion ? "" : undefined,
  "data-after-sending": isAfterSending ? "" : undefined,
});

/** Reads the data from the body's `dataset`. */
export const readPageData = (data: Readonly<Record<string, string | undefined>>): PageData => ({
  visitor: data.visitor ?? "",
  apiBase: data.apiBase ?? "",
  accessRefreshMs: Number(data.accessRefreshMs),
  build: data.build ?? "",
  builtTs: Number(data.builtTs),
  measurementId: data.measurementId ?? "",
  sent: data.sent !== undefined,
  isAfterDeletion: data.afterDeletion !== undefined,
  isAfterSending: data.afterSending !== undefined,
});
