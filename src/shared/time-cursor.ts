import { ID_PATTERN } from "./ids";

/** Where a page of a list ends that is ordered by a time (ms) and the id. */
export type TimeCursor = { ts: number; id: string };

export const writeTimeCursor = ({ ts, id }: TimeCursor): string => `${ts.toString(36)}-${id}`;

/** Null for a damaged cursor, which shows the first page. */
export function readTimeCursor(text: string | undefined): TimeCursor | null {
  const [ts = "", id = "", ...rest] = (text ?? "").split("-");
  return /^[0-9a-z]{1,9}$/.test(ts) && ID_PATTERN.test(id) && rest.length === 0
    ? { ts: parseInt(ts, 36), id }
    : null;
}
