import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "@/db/schema";

type Schema = typeof schema;
type TableName = {
  [K in keyof Schema]: Schema[K] extends SQLiteTable ? Schema[K]["_"]["name"] : never;
}[keyof Schema];

/** What a backup does with each table: it stores its rows (true), or leaves them out for this reason. */
export const BACKUP_DECISIONS: Record<TableName, true | string> = {
  users: true,
  teacher_information: true,
  sessions: true,
  known_devices: true,
  one_time_tokens: true,
  two_step: true,
  listings: true,
  listing_revisions: true,
  listing_images: true,
  listing_decisions: true,
  enquiries: true,
  messages: true,
  appointments: true,
  invitations: true,
  requests: true,
  request_queue: true,
  request_notices: true,
  alerts: true,
  alert_filters: true,
  alert_filter_keys: true,
  alert_matches: true,
  alert_queue: true,
  orders: true,
  promotions: true,
  refunds: true,
  disputes: true,
  invoices: true,
  e_invoices: true,
  e_factura_connection: "tokens; an admin connects again",
  payment_events: true,
  reports: true,
  shortlist_entries: true,
  testimonials: true,
  verifications: true,
  contact_messages: true,
  follow_up_notes: true,
  posts: true,
  post_slugs: true,
  blog_categories: true,
  statistics_days: true,
  statistics_deltas: true,
  statistics_batches: true,
  search_days: true,
  search_words: true,
  search_demand: true,
  usual_prices: true,
  price_index: true,
  mail_outbox: true,
  decision_undos: true,
  push_subscriptions: true,
  push_outbox: true,
  uploads: true,
  reviews: true,
  review_reports: true,
  teacher_sightings: true,
  audit_log: true,
  limit_counters: true,
  idempotency_keys: true,
  media_deletions: true,
  settings: true,
  setting_versions: true,
  user_search: "derived from users by a trigger",
  search_entries: "derived from listings",
  listing_counts: "derived from search_entries",
  promotion_placements: "derived from promotions",
  site_rating: "derived from reviews",
  job_runs: "times of the jobs with this database",
  restores: "about this database",
};

/** A column that refers to another table. */
type Reference = { column: string; table: string; foreignColumn: string; isNullable: boolean };
export type BackupTable = { name: string; columns: string[]; key: string[]; references: Reference[] };

/** The tables of a backup, each after those that it refers to. */
export const BACKUP_TABLES: readonly BackupTable[] = orderByReferences(
  Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? describeTable(table) : [])),
);

function describeTable(table: SQLiteTable): BackupTable[] {
  const { name, columns, primaryKeys, foreignKeys } = getTableConfig(table);
  if (BACKUP_DECISIONS[name as TableName] !== true) return [];
  const keyColumns = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const references = foreignKeys.map((foreignKey): Reference => {
    const { columns: own, foreignTable, foreignColumns } = foreignKey.reference();
    return {
      column: own[0]?.name ?? "",
      table: getTableConfig(foreignTable).name,
      foreignColumn: foreignColumns[0]?.name ?? "",
      isNullable: !own[0]?.notNull,
    };
  });
  const names = Object.values(getTableColumns(table)).map((column) => column.name);
  return [{ name, columns: names, key: keyColumns.map((column) => column.name), references }];
}

function orderByReferences(tables: readonly BackupTable[]): BackupTable[] {
  const ordered = new Set<BackupTable>();
  const add = (table: BackupTable) => {
    if (ordered.has(table)) return;
    for (const reference of table.references)
      if (reference.table !== table.name)
        for (const other of tables) if (other.name === reference.table) add(other);
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}

export const quote = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");

/** A text as an SQL literal. */
export const toLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * A query for the rows of a table in the order of its key, each as a line of JSON with its key as JSON; those after
 * one key and up to another.
 */
export function selectLinesSql(
  { name, columns, key }: BackupTable,
  { after = "", last = "" }: { after?: string; last?: string },
): string {
  const compare = (operator: ">" | "<=", json: string) =>
    `(${quote(key)}) ${operator} (${key.map((_, n) => `${toLiteral(json)} ->> ${n}`).join(", ")})`;
  const conditions = [
    ...(after === "" ? [] : [compare(">", after)]),
    ...(last === "" ? [] : [compare("<=", last)]),
  ].map((condition, n) => `${n === 0 ? " where" : " and"} ${condition}`);
  return `select json_array(${quote(columns)}) as line, json_array(${quote(key)}) as key
    from "${name}"${conditions.join("")} order by ${quote(key)}`;
}
