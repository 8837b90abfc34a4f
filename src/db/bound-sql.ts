import type { SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

export type BoundValue = string | number | null;

/**
 * SQL for the pages with most visits: constant text around the values that it binds. SQLite compiles each text once, so
 * whatever differs between two searches of a kind is a value. Building it costs a few µs; with Drizzle it is 70. A LIMIT
 * is constant text, because SQLite compiles a statement again at each run if its LIMIT is a value.
 */
export type BoundSql = {
  /** The text before, between and after the values. */
  readonly parts: readonly string[];
  readonly values: readonly BoundValue[];
};

/** A template with values, or with other SQL in their place. */
export function boundSql(strings: readonly string[], ...inserted: (BoundSql | BoundValue)[]): BoundSql {
  const parts: string[] = [strings[0] ?? ""];
  const values: BoundValue[] = [];
  const append = (text: string) => parts.push((parts.pop() ?? "") + text);
  inserted.forEach((item, n) => {
    if (item !== null && typeof item === "object") {
      append(item.parts[0] ?? "");
      for (let at = 1; at < item.parts.length; at++) parts.push(item.parts[at] ?? "");
      values.push(...item.values);
      append(strings[n + 1] ?? "");
    } else {
      values.push(item);
      parts.push(strings[n + 1] ?? "");
    }
  });
  return { parts, values };
}

/** Text that is inserted as it is. It must be a constant of the code, or be made of known codes and whole numbers. */
export const constantSql = (text: string | number): BoundSql => ({ parts: [String(text)], values: [] });

export const joinSql = (items: readonly BoundSql[], separator: string): BoundSql =>
  items.length === 0 ? constantSql("") : boundSql(["", ...items.slice(1).map(() => separator), ""], ...items);

/**
 * A whole number as SQLite's integer: D1 binds each number as a real, and FTS5 ignores a rowid that is not an integer.
 */
export const integer = (value: number): BoundSql => boundSql`cast(${value} as integer)`;

const dialect = new SQLiteAsyncDialect();

/**
 * A Drizzle condition on a single value, such as the time: compiled once, because that costs tens of µs. @throws Error if
 * it binds another value
 */
export function compileCondition(condition: (value: number) => SQL): (value: number) => BoundSql {
  const probe = 1;
  const { sql, params } = dialect.sqlToQuery(condition(probe));
  const parts = sql.split("?");
  if (params.length !== parts.length - 1 || params.some((param) => param !== probe)) {
    throw new Error(`not a condition on one value: ${sql}`);
  }
  return (value) => ({ parts, values: parts.slice(1).map(() => value) });
}

/** The text with numbered parameters. Equal values share one, because D1 binds at most a hundred. */
export function toParameters({ parts, values }: BoundSql): { text: string; parameters: BoundValue[] } {
  const numbers = new Map<BoundValue, number>();
  let text = parts[0] ?? "";
  values.forEach((value, n) => {
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    text += `?${number}${parts[n + 1] ?? ""}`;
  });
  return { text, parameters: [...numbers.keys()] };
}
