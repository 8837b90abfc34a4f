import { LOCALES, localizePath } from "../../src/shared/i18n/locales";
import { paths } from "../../src/shared/paths";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { createAppConfig } from "../harness/app";
import { MANY_LISTS, withOwnAddress } from "../harness/list-paths";
import { fetchPage } from "../harness/rounds";
import { startWorkerd } from "../harness/workerd";

/** Half of what Cloudflare gives an isolate. */
const MAX_MB = 64;
const READERS = 8;

type Options = { listings: number; pages: number };

/** Requests many different pages of an isolate whose heap is limited: V8 ends one that needs more, and requests fail. */
export async function run({ listings, pages }: Options): Promise<Figure[]> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${MAX_MB}`;
  const app = await startWorkerd(await createAppConfig("memory", (await benchData(listings)).dataDir));
  let [next, errors, note] = [0, 0, ""];
  const read = async () => {
    while (next < pages)
      await fetchPage(app, choosePath(next++, listings)).catch((error: Error) => {
        errors++;
        note = error.message;
      });
  };
  try {
    await Promise.all(Array.from({ length: READERS }, read));
  } finally {
    await app.stop();
  }
  return [{ what: `errors in ${pages} pages with a heap of ${MAX_MB} MB`, value: errors, bound: 0, note }];
}

/** The nth page: another address each time, so that caches fill. */
function choosePath(n: number, listings: number): string {
  const id = `k${String((n % listings) + 1).padStart(15, "0")}`;
  // Share images block the isolate while they are rendered.
  if (n % 100 === 99) return paths.listingShareImage(id, 1);
  const kinds = [MANY_LISTS[n % MANY_LISTS.length], paths.listing(id), paths.home(), paths.openApi()];
  return withOwnAddress(localizePath(LOCALES[(n >> 2) % 2] ?? "en", kinds[n % 4] ?? ""), n);
}
