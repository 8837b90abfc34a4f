import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

type Identified = {
  id: string;
};

/** Values of one kind, by ID. Values are replaced and never mutated. A value that was put is on disk. */
export type Collection<T extends Identified> = {
  get(id: string): T | undefined;
  /** All values, the oldest first; replacing a value does not move it. */
  all(): T[];
  put(value: T): void;
};

export type Store = {
  /** To be called once for each name. */
  collection<T extends Identified>(name: string): Collection<T>;
  close(): void;
};

/** Opens an SQLite file, from which each collection is read once. */
export function openStore(file: string): Store {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal; pragma synchronous = normal;
    create table if not exists entries (collection text, id text, value text, primary key (collection, id))`);
  const read = db.prepare("select id, value from entries where collection = ? order by rowid");
  const write = db.prepare(
    "insert into entries values (?, ?, ?) on conflict do update set value = excluded.value",
  );
  return {
    collection<T extends Identified>(name: string): Collection<T> {
      const values = new Map(read.all(name).map(({ id, value }) => [id, JSON.parse(String(value)) as T]));
      return {
        get: (id) => values.get(id),
        all: () => [...values.values()],
        put(value) {
          values.set(value.id, value);
          write.run(name, value.id, JSON.stringify(value));
        },
      };
    },
    close: () => db.close(),
  };
}
