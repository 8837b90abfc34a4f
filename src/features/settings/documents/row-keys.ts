/**
 * The key of a form's nth row by its name, so that parallel changes of different rows merge. A duplicate name gets a key
 * that no field can contain: the schema rejects the duplicate, instead of the last row winning.
 */
export const toRowKey = (name: string, n: number, isTaken: boolean): string =>
  isTaken ? `${name}\n${n}` : name;

export const toRowName = (key: string): string => key.split("\n")[0] ?? "";
