import { type BoundSql, toParameters } from "./bound-sql";

/**
 * Reads the rows of a query. Queries that start together (before any waits, as in `Promise.all`) are sent as one batch,
 * so a page makes one round trip to the database however many queries it has.
 */
export type Reader = <Row = Record<string, unknown>>(query: BoundSql) => Promise<Row[]>;

type PendingRead = {
  query: BoundSql;
  resolve(rows: never[]): void;
  reject(reason: unknown): void;
};

export function createReader(database: Pick<D1Database, "batch" | "prepare">): Reader {
  let pending: PendingRead[] = [];

  async function sendBatch(): Promise<void> {
    const reads = pending;
    pending = [];
    try {
      const results = await database.batch(
        reads.map(({ query }) => {
          const { text, parameters } = toParameters(query);
          return database.prepare(text).bind(...parameters);
        }),
      );
      for (const [n, { resolve }] of reads.entries()) resolve((results[n]?.results ?? []) as never[]);
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  return (query) =>
    new Promise((resolve, reject) => {
      // A microtask runs before any other request's code, so requests never share a batch.
      if (pending.length === 0) queueMicrotask(sendBatch);
      pending.push({ query, resolve, reject });
    });
}
