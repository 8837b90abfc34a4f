/** What a page says to its own scripts, as attributes of its body; nothing secret, it stands in the HTML. */
export type PageFacts = {
  /** Id of whoever the page was rendered for, "" for nobody. */
  visitor: string;
  /** Origin of the calls, "" for the page's own (API_BASE). */
  apiBase: string;
  /** ms between two refreshes of the access token (ACCESS_REFRESH_MS). */
  accessRefreshMs: number;
  /** Id of the client build that the page was made with, and when that was made (ms). */
  build: string;
  builtTs: number;
  /** Of Google's tag (GA_MEASUREMENT_ID); "" where none is configured, or where the page's address is nobody's business. */
  measurementId: string;
  /** Whether the page answers a form that was sent, and may hold what was typed there. */
  sent: boolean;
};

export const factAttributes = ({
  visitor,
  apiBase,
  accessRefreshMs,
  build,
  builtTs,
  measurementId,
  sent,
}: PageFacts) => ({
  "data-visitor": visitor || undefined,
  "data-api-base": apiBase || undefined,
  "data-access-refresh-ms": accessRefreshMs,
  "data-build": build,
  "data-built-ts": builtTs,
  "data-measurement-id": measurementId || undefined,
  "data-sent": sent ? "" : undefined,
});

/** The other way round, from the body's `dataset`. */
export const readFacts = (data: Readonly<Record<string, string | undefined>>): PageFacts => ({
  visitor: data.visitor ?? "",
  apiBase: data.apiBase ?? "",
  accessRefreshMs: Number(data.accessRefreshMs),
  build: data.build ?? "",
  builtTs: Number(data.builtTs),
  measurementId: data.measurementId ?? "",
  sent: data.sent !== undefined,
});
