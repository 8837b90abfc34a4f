import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { copyDeployedFiles } from "../../../dev/launch/deployment";

let dir: string;
let site: Server;
let files: Record<string, string>;
const requestedPaths: string[] = [];

beforeEach(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  dir = mkdtempSync(join(tmpdir(), "catedra-files-"));
  requestedPaths.length = 0;
  site = createServer((request, response) => {
    const path = request.url ?? "";
    requestedPaths.push(path);
    const body = files[path];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
});

afterEach(async () => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
  await new Promise((done) => site.close(done));
});

const address = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

it("copies the files that only the deployed build has", async () => {
  files = {
    "/builds/files.json": JSON.stringify(["/assets/entry-old.js", "/assets/font-same.woff2"]),
    "/assets/entry-old.js": "old",
  };
  mkdirSync(join(dir, "assets"));
  writeFileSync(join(dir, "assets/font-same.woff2"), "same");
  expect((await copyDeployedFiles(address(), dir)).code).toBe(0);
  expect(readFileSync(join(dir, "assets/entry-old.js"), "utf8")).toBe("old");
  expect(requestedPaths).toEqual(["/builds/files.json", "/assets/entry-old.js"]);
});

it("writes no file outside the assets folder", async () => {
  const named = [
    "/assets/../../up.js",
    "/assets/..",
    "/assets/a/b.js",
    "/_headers",
    "https://else.test/assets/x.js",
    1,
  ];
  files = { "/builds/files.json": JSON.stringify(named) };
  expect((await copyDeployedFiles(address(), dir)).code).toBe(0);
  expect(requestedPaths).toEqual(["/builds/files.json"]);
  expect([readdirSync(dir), existsSync(join(dir, "../up.js"))]).toEqual([[], false]);
});

it("succeeds if the site does not exist yet or returns something else", async () => {
  files = {};
  expect(await copyDeployedFiles(address(), dir)).toMatchObject({
    code: 0,
    output: expect.stringContaining("404"),
  });
  files = { "/builds/files.json": "<html>" };
  expect((await copyDeployedFiles(address(), dir)).code).toBe(0);
  expect((await copyDeployedFiles("http://127.0.0.1:1", dir)).code).toBe(0);
});
