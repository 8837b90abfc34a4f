import type { Statement } from "@/db/client";

/** A statement with its parameters in the text: wrangler takes nothing else. */
export function toSqlText(statement: Statement): string {
  const { toSQL, getQuery } = statement as unknown as Record<"toSQL" | "getQuery", (() => Query) | undefined>;
  const query = (toSQL ?? getQuery)?.call(statement);
  if (!query) throw new Error("Not a statement");
  return inlineParams(query.sql, query.params);
}

type Query = { sql: string; params: unknown[] };

/** A statement with inlined parameters, because wrangler accepts only text. @throws Error for unsupported values */
export function inlineParams(sql: string, params: readonly unknown[]): string {
  const parts = sql.split("?");
  if (parts.length !== params.length + 1) throw new Error(`${params.length} values for: ${sql}`);
  return parts.map((part, n) => part + (n < params.length ? literal(params[n]) : "")).join("");
}

function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  // SQLite ends a text at NUL.
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`No SQL for ${typeof value}`);
}
