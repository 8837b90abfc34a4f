import { QUALIFICATIONS } from "@/shared/schemas/accounts";

/**
 * Applies a list button's intent: `add` adds an empty row, `up:{n}`, `down:{n}` and `remove:{n}` change row n, counted
 * from 0. Null for any other intent. The script in `client/enhance/list-field.ts` does the same.
 */
export function editRows(rows: readonly string[], intent: string): string[] | null {
  if (intent === "add") return [...rows, ""].slice(0, QUALIFICATIONS.most);
  const [, action, place] = intent.match(/^(up|down|remove):(\d{1,2})$/) ?? [];
  if (!action) return null;
  const at = Number(place);
  const row = rows[at];
  if (row === undefined) return [...rows];
  const rest = rows.filter((_, index) => index !== at);
  if (action === "remove") return rest;
  const to = Math.max(0, action === "up" ? at - 1 : at + 1);
  return [...rest.slice(0, to), row, ...rest.slice(to)];
}
