import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { bundledModules } from "../../dev/launch/worker-bundle";
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
      weighWorker(),
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

/** All scripts of the worker, those that it loads later included. */
function weighWorker(): Figure {
  const modules = bundledModules().map(({ type, path }) => ({
    isScript: type === "ESModule",
    bytes: readFileSync(path),
  }));
  const scripts = modules.filter(({ isScript }) => isScript).map(({ bytes }) => gzipSync(bytes).length);
  const wasm = modules.reduce((sum, { isScript, bytes }) => sum + (isScript ? 0 : gzipSync(bytes).length), 0);
  return {
    what: "worker script, kB gzip",
    value: scripts.reduce((sum, bytes) => sum + bytes, 0) / KB,
    bound: 500,
    aim: 400,
    note: `${scripts.length} modules, the largest ${Math.round(Math.max(...scripts) / KB)} kB; wasm ${Math.round(wasm / KB)} kB`,
  };
}
