import { type BackupTable, quote, toLiteral } from "@/features/backups";

/** Bytes of a statement, below D1's 100,000. */
const STATEMENT_BYTES = 90_000;
/** Longer texts of a row that does not fit into a statement are appended in pieces of this many characters. */
const PIECE_LENGTH = 20_000;

export type Row = unknown[];

const encoder = new TextEncoder();
const countBytes = (text: string): number => encoder.encode(text).length;

/** The statements that insert rows, whose values are in the order of the table's columns. */
export function insertStatements(table: BackupTable, rows: readonly Row[]): string[] {
  const { name, columns } = table;
  const values = columns.map((_, n) => `value ->> ${n}`).join(", ");
  const start = `insert into "${name}" (${quote(columns)}) select ${values} from json_each('[`;
  const statements: string[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  const add = (row: Row): boolean => {
    const json = JSON.stringify(row).replaceAll("'", "''");
    const size = countBytes(json) + 1;
    if (start.length + size > STATEMENT_BYTES) return false;
    const isNew = bytes + size > STATEMENT_BYTES;
    if (isNew) bytes = start.length;
    statements[isNew ? statements.length : statements.length - 1] = isNew
      ? start + json
      : `${statements.at(-1)},${json}`;
    bytes += size;
    return true;
  };
  const appended = rows.flatMap((row) => {
    if (add(row)) return [];
    add(row.map((value) => (isLong(value) ? "" : value)));
    return row.flatMap((value, n) => (isLong(value) ? appendStatements(table, row, n) : []));
  });
  return [...statements.map((statement) => `${statement}]')`), ...appended];
}

const isLong = (value: unknown): value is string =>
  typeof value === "string" && value.length > PIECE_LENGTH / 10;

function appendStatements(table: BackupTable, row: Row, n: number): string[] {
  const column = `"${table.columns[n]}"`;
  // Not between the two halves of a character.
  const pieces = String(row[n]).match(new RegExp(`.{1,${PIECE_LENGTH}}(?![\\udc00-\\udfff])`, "gs")) ?? [];
  return pieces.map(
    (piece) =>
      `update "${table.name}" set ${column} = ${column} || ${toLiteral(piece)} where ${isRow(table, row)}`,
  );
}

const isRow = ({ columns, key }: BackupTable, row: Row): string => {
  const json = toLiteral(JSON.stringify(key.map((name) => row[columns.indexOf(name)])));
  return key.map((name, n) => `"${name}" = ${json} ->> ${n}`).join(" and ");
};
