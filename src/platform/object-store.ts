/** Maximum objects that a bucket deletes in one call. */
const MAX_DELETED = 1000;

/** What all buckets have in common. */
export function createObjectStore(bucket: R2Bucket) {
  /** Pages of at most a thousand objects. */
  async function* listPages(options: R2ListOptions): AsyncGenerator<R2Objects> {
    let cursor: string | undefined;
    do {
      const page = await bucket.list({ ...options, ...(cursor ? { cursor } : {}) });
      yield page;
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor);
  }
  const removeBelow = async (prefix: string) => {
    for (;;) {
      const { objects, truncated } = await bucket.list({ prefix });
      if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
      if (!truncated) return;
    }
  };
  return {
    /** Stores an object, unless one has its key already; returns whether it did. */
    putNew: async (key: string, bytes: Uint8Array | string, customMetadata = {}): Promise<boolean> =>
      (await bucket.put(key, bytes, { customMetadata, onlyIf: { etagDoesNotMatch: "*" } })) !== null,
    /** Stores a value as JSON. */
    async putJson(key: string, value: unknown): Promise<void> {
      await bucket.put(key, JSON.stringify(value), { httpMetadata: { contentType: "application/json" } });
    },
    /** A value that was stored as JSON; null if there is none. */
    readJson: async (key: string): Promise<unknown> => (await (await bucket.get(key))?.json()) ?? null,
    /** The metadata of an object. */
    head: (key: string) => bucket.head(key),
    /** Objects below a prefix in the order of their keys, those after `startAfter`, at most a thousand at a time. */
    async *listObjects(prefix: string, startAfter?: string): AsyncGenerator<R2Object[]> {
      const options: R2ListOptions = { prefix, include: ["customMetadata"] };
      for await (const { objects } of listPages(startAfter ? { ...options, startAfter } : options))
        yield objects;
    },
    /** Names of the direct subfolders of a folder ("" or ending in "/"), at most a thousand at a time. */
    async *listFolders(folder: string): AsyncGenerator<string[]> {
      for await (const page of listPages({ prefix: folder, delimiter: "/" }))
        yield page.delimitedPrefixes.map((prefix) => prefix.slice(folder.length, -1));
    },
    /** Names of the objects directly in a folder (which ends in "/"), at most a thousand. */
    async listFiles(folder: string): Promise<string[]> {
      const { objects } = await bucket.list({ prefix: folder, delimiter: "/" });
      return objects.map(({ key }) => key.slice(folder.length));
    },
    /** Deletes objects by their keys; a key that ends in "/" means everything below it. */
    async removeObjects(keys: readonly string[]): Promise<void> {
      const single = keys.filter((key) => !key.endsWith("/"));
      for (let n = 0; n < single.length; n += MAX_DELETED) {
        await bucket.delete(single.slice(n, n + MAX_DELETED));
      }
      for (const prefix of keys.filter((key) => key.endsWith("/"))) await removeBelow(prefix);
    },
  };
}

export type ObjectStore = ReturnType<typeof createObjectStore>;
