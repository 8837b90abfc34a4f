import { ID_PATTERN } from "./ids";

/** A cursor of a list ordered by time (ms) and id. */
export type TimeCursor = { ts: number; id: string };

export const formatTimeCursor = ({ ts, id }: TimeCursor): string => `${ts.toString(36)}-${id}`;

/** Parses a cursor; null if it is malformed, which shows the first page. */
export function parseTimeCursor(text: string | undefined): TimeCursor | null {
  const [ts = "", id = "", ...rest] = (text ?? "").split("-");
  return /^[0-9a-z]{1,9}$/.test(ts) && ID_PATTERN.test(id) && rest.length === 0
    ? { ts: parseInt(ts, 36), id }
    : null;
}
