import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { clientDir, manifestFile } from "../../dev/launch/paths";
import { DEMO_PASSWORD } from "../../dev/seed/accounts";
import { paths } from "../../src/shared/paths";
import { seededData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { createAppConfig, listScripts } from "../harness/app";
import { fetchPage } from "../harness/rounds";
import { signInWithForm } from "../harness/users";
import { startWorkerd } from "../harness/workerd";

type Page = { path: string; html: string };

const LISTS = [
  paths.listings(),
  paths.listings({ subject: "m" }),
  paths.listings({ subject: "m", county: "b" }),
].flatMap((path) => [path, `/ro${path}`]);

/** Bytes of pages of the seeded site, of their scripts and of the worker's scripts. */
export async function run(): Promise<Figure[]> {
  const app = await startWorkerd(await createAppConfig("seeded", (await seededData()).dataDir));
  try {
    const cookie = await signInWithForm(app.url, "teacher@catedra.test", DEMO_PASSWORD);
    const read = async (path: string, headers = {}) => ({ path, html: await fetchPage(app, path, headers) });
    const lists = await Promise.all(LISTS.map((path) => read(path)));
    const own = await read(paths.ownListings(), { cookie });
    const findId = (page: Page | undefined, pattern: RegExp) => page?.html.match(pattern)?.[1] ?? "";
    const listing = paths.listing(findId(lists[0], /href="\/tutoring\/(\w{16})"/));
    const form = paths.editListing(findId(own, /\/tutoring\/(\w{16})\/edit/));
    const pages = [
      ...lists,
      own,
      ...(await Promise.all(
        [paths.home(), listing, paths.signIn(), paths.signUp(), paths.contact()].map((path) => read(path)),
      )),
      ...(await Promise.all(
        [paths.profile(), form, paths.settings(), paths.inbox()].map((path) => read(path, { cookie })),
      )),
    ];
    return [
      largest("HTML of a list, kB", 66, lists, ({ html }) => Buffer.byteLength(html)),
      largest("HTML of a list, kB gzip", 11, lists, ({ html }) => gzipSync(html).length),
      largest("script before interaction, kB gzip", 10, pages, ({ html }) => weighPage(html)),
      {
        what: "script of the listing form after its first focus, kB gzip",
        value: weighForm() / 1000,
        bound: 130,
      },
      {
        what: "all scripts of the worker, kB gzip",
        value: sumGzip(listScripts().map((file) => readFileSync(file))) / 1000,
        bound: 1200,
      },
    ];
  } finally {
    await app.stop();
  }
}

function largest(what: string, bound: number, pages: readonly Page[], weigh: (page: Page) => number): Figure {
  const [heaviest] = pages
    .map((page) => ({ path: page.path, bytes: weigh(page) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  return { what, value: (heaviest?.bytes ?? 0) / 1000, bound, note: heaviest?.path ?? "" };
}

const sumGzip = (contents: readonly (string | Uint8Array)[]): number =>
  contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);

/** Module scripts with everything that they import statically, and inline scripts; data blocks are not scripts. */
function weighPage(html: string): number {
  const sources = Array.from(html.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g), ([, file = ""]) => file);
  const inline = html.matchAll(
    /<script\b(?![^>]*\b(?:src|type="application\/(?:ld\+)?json"))[^>]*>(.*?)<\/script>/gs,
  );
  const manifest = readManifest();
  const modules = Object.keys(manifest).filter((name) => sources.includes(manifest[name]?.file ?? ""));
  const files = new Set([...sources, ...listFiles(manifest, modules)]);
  return sumGzip([...Array.from(files, readClientFile), ...Array.from(inline, ([, text = ""]) => text)]);
}

/** What a browser loads when the form is first used, without what the page has loaded. */
function weighForm(): number {
  const manifest = readManifest();
  const loaded = listFiles(manifest, ["client/entry.ts"]);
  const form = listFiles(manifest, [
    "client/hydrate-island.tsx",
    "client/islands/listing-form/listing-form.tsx",
  ]);
  return sumGzip(Array.from(form.difference(loaded), readClientFile));
}

/** https://vite.dev/guide/backend-integration.html */
type Manifest = Record<string, { file: string; imports?: string[] }>;

const readManifest = (): Manifest => JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
const readClientFile = (file: string): Buffer => readFileSync(join(clientDir, file));

/** The files of modules with everything that they import statically. */
function listFiles(manifest: Manifest, modules: readonly string[]): Set<string> {
  const names = new Set(modules);
  for (const name of names) {
    const entry = manifest[name];
    if (!entry) throw new Error(`The client build has no ${name}`);
    for (const imported of entry.imports ?? []) names.add(imported);
  }
  return new Set(Array.from(names, (name) => manifest[name]?.file ?? ""));
}
