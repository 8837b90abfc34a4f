import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

type Identified = {
  id: string;
};

/** Values of one kind, by ID. Values are replaced and never mutated. */
export type Collection<T extends Identified> = {
  get(id: string): T | undefined;
  /** All values, the oldest first; replacing a value does not move it. */
  all(): T[];
  put(value: T): void;
};

export type Store = {
  collection<T extends Identified>(name: string): Collection<T>;
  /** Resolves when all values are on disk. Rejects if a write fails; the next call retries it. */
  saved(): Promise<void>;
};

/**
 * Opens a journal: one JSON line `[collection, value]` per put, of which the last one for an id counts.
 * Opening rewrites it without the replaced lines, through a temporary file, so a crash leaves the old or the new one.
 */
export async function openStore(file: string): Promise<Store> {
  const collections = new Map<string, Map<string, Identified>>();
  const listValues = (name: string) => {
    const existing = collections.get(name);
    if (existing) return existing;
    const values = new Map<string, Identified>();
    collections.set(name, values);
    return values;
  };

  for (const [name, value] of await readJournal(file)) listValues(name).set(value.id, value);
  await mkdir(dirname(file), { recursive: true });
  const currentLines = [...collections].flatMap(([name, values]) =>
    [...values.values()].map((value) => line(name, value)),
  );
  await writeFile(`${file}.new`, currentLines.join(""));
  await rename(`${file}.new`, file);

  const unwritten: string[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const lines = unwritten.splice(0);
    if (lines.length === 0) return;
    try {
      await appendFile(file, lines.join(""));
    } catch (error) {
      unwritten.unshift(...lines);
      throw error;
    }
  };

  return {
    collection<T extends Identified>(name: string): Collection<T> {
      const values = listValues(name) as Map<string, T>;
      return {
        get: (id) => values.get(id),
        all: () => [...values.values()],
        put(value) {
          values.set(value.id, value);
          unwritten.push(line(name, value));
        },
      };
    },
    saved() {
      // Writes run in sequence, also after a failed one, so that lines never interleave.
      writing = writing.then(write, write);
      return writing;
    },
  };
}

function line(name: string, value: Identified): string {
  return `${JSON.stringify([name, value])}\n`;
}

async function readJournal(file: string): Promise<[string, Identified][]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n");
  // A line without newline was cut off by a crash; its write was never confirmed.
  lines.pop();
  return lines.map((entry, index) => {
    try {
      return JSON.parse(entry) as [string, Identified];
    } catch {
      throw new Error(
        `${file}:${index + 1} is not a journal line. Delete the file to start with an empty state.`,
      );
    }
  });
}
