import { gzipSync } from "node:zlib";
import { bundleWorker, selectStartChunks } from "../../dev/launch/worker-bundle";
import { paths } from "../../src/shared/paths";
import { teacherEmail, teacherListing } from "../catalogue/serve-with-users";
import type { Figure } from "../figures";
import { FEW_LISTS } from "../harness/list-paths";
import { BROWSER } from "../harness/load";
import { signInWithForm } from "../harness/session";
import { startWorkerd, type WorkerdConfig } from "../harness/workerd";
import { weighPage } from "../weigh-page";

const KB = 1000;

const PUBLIC_PAGES = [
  FEW_LISTS[0] ?? "",
  paths.home(),
  paths.listing(teacherListing(1)),
  paths.signIn(),
  paths.signUp(),
  paths.contact(),
];
/** Pages of the first teacher, the listing form among them. */
const TEACHER_PAGES = [
  paths.profile(),
  paths.ownListings(),
  paths.editListing(teacherListing(1)),
  paths.settings(),
  paths.inbox(),
];

/** Bytes of a list, of the worker's script, and of the script that a page loads before any interaction. */
export async function listWeightFigures(app: WorkerdConfig): Promise<Figure[]> {
  const worker = await startWorkerd(app);
  try {
    const cookie = await signInWithForm(worker.url, teacherEmail(1));
    const readHtml = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(worker.url + path, { headers: { ...BROWSER, ...headers } });
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      return response.text();
    };
    const pages = [
      ...(await Promise.all(PUBLIC_PAGES.map(async (path) => ({ path, html: await readHtml(path, {}) })))),
      ...(await Promise.all(
        TEACHER_PAGES.map(async (path) => ({ path, html: await readHtml(path, { cookie }) })),
      )),
    ];
    const list = pages[0]?.html ?? "";
    const [heaviest] = pages
      .map(({ path, html }) => ({ path, bytes: weighPage(html).script }))
      .toSorted((a, b) => b.bytes - a.bytes);
    return [
      { what: "HTML of a list, kB", value: Buffer.byteLength(list) / KB, bound: 45, aim: 35 },
      { what: "HTML of a list, kB gzip", value: gzipSync(list).length / KB, bound: 6.5, aim: 6 },
      ...(await weighWorker()),
      {
        what: "script before interaction, any page, kB gzip",
        value: (heaviest?.bytes ?? 0) / KB,
        bound: 8,
        aim: 6,
        note: heaviest?.path ?? "",
      },
    ];
  } finally {
    await worker.stop();
  }
}

/**
 * The script that an isolate compiles before its first response, and all modules that a deployment uploads. Those that
 * are loaded later delay only the first request that needs them.
 */
async function weighWorker(): Promise<Figure[]> {
  const files = await bundleWorker();
  const scripts = files.filter((file) => file.type === "chunk");
  const others = files
    .filter((file) => file.type === "asset")
    .filter(({ fileName }) => !fileName.endsWith(".map"));
  return [
    {
      what: "worker script at the start, kB gzip",
      value: sumSizes(selectStartChunks(files).map(({ code }) => code)),
      bound: null,
      aim: null,
    },
    {
      what: "… with the modules that are loaded later",
      value: sumSizes(scripts.map(({ code }) => code)),
      bound: 500,
      aim: 400,
      note: `${scripts.length} modules; wasm, fonts and texts ${Math.round(sumSizes(others.map(({ source }) => source)))} kB`,
    },
  ];
}

/** At the highest level, at which Bun's gzip and Node's agree; at the default one Bun's is 1 % larger. */
const sumSizes = (contents: readonly (string | Uint8Array)[]): number =>
  contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / KB;
