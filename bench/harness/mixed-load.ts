import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../../dev/launch/paths";
import { COUNTY_CODES, LEVELS, SUBJECTS } from "../../src/shared/codes";
import { LOCALES, localizePath } from "../../src/shared/i18n/locales";
import { paths } from "../../src/shared/paths";
import { fromVisitor, PASSWORD, teacherEmail, teacherListing, userEmail } from "./users";

type LoadOptions = {
  url: string;
  /** Clients that read, each one request at a time, and the reads of all each second. */
  readers: number;
  rate: number;
  /** Clients that sign in and write, each one request at a time. */
  writers: number;
  /** Accounts that sign in: visitors, and teachers of the catalogue. */
  users: number;
  teachers: number;
  listings: number;
};

/** Reads for each visit of a signed-in user. */
const READS_PER_VISIT = 100;
/** 404 and 410: a listing may have expired, and one path does not exist. 429 and 503 need a Retry-After. */
const EXPECTED_REFUSALS = [404, 410];
const DEFERRED = [429, 503];

/** Reads at a bounded rate, and visits of users who sign in and write, until it is stopped. */
export function startLoad({ url, readers, rate, writers, users, teachers, listings }: LoadOptions) {
  const picture = new Uint8Array(readFileSync(join(root, "dev/seed/pictures/m-1.webp")));
  /** `answers` by kind and status; `readTimes` (ms) without share images, which are not comparable. */
  const result = { answers: {} as Record<string, number>, errors: 0, readTimes: [] as number[] };
  let [stopped, requests, reads, visits] = [false, 0, 0, 0];

  async function request(kind: string, path: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { ...fromVisitor(++requests), ...init.headers };
    const answer = await fetch(url + path, { redirect: "manual", ...init, headers }).catch(() => null);
    const body = await answer?.text().catch(() => "");
    const status = answer?.status ?? 0;
    const key = `${kind} ${status}`;
    result.answers[key] = (result.answers[key] ?? 0) + 1;
    const isExpected = DEFERRED.includes(status)
      ? answer?.headers.has("retry-after")
      : (status > 0 && status < 400) || EXPECTED_REFUSALS.includes(status);
    if (!isExpected) result.errors++;
    return answer?.headers.get("content-type")?.includes("json") ? JSON.parse(body ?? "") : null;
  }

  async function read(): Promise<void> {
    while (!stopped) {
      const [kind, path] = chooseRead(reads++, listings);
      const started = performance.now();
      await request(kind, path);
      const ms = performance.now() - started;
      if (kind !== "share image") result.readTimes.push(ms);
      await pause(Math.max(0, (1000 * readers) / rate - ms));
    }
  }

  /** A visitor writes to a teacher, or a teacher changes the price and a picture of a listing. */
  async function visit(n: number): Promise<void> {
    const teacher = (n % teachers) + 1;
    const id = teacherListing(teacher);
    const username = n % 2 === 0 ? userEmail(n % users) : teacherEmail(teacher);
    const signedIn = (await request("sign-in", paths.authToken(), {
      method: "POST",
      body: new URLSearchParams({ username, password: PASSWORD }),
    })) as { access_token?: string } | null;
    if (!signedIn?.access_token) return;
    const authorization = `Bearer ${signedIn.access_token}`;
    const json = { authorization, "content-type": "application/json" };
    if (n % 2 === 0) {
      const message = "Bună ziua! Căutăm un profesor pentru clasa a opta, de două ori pe săptămână.";
      const body = JSON.stringify({ message });
      await request("enquiry", paths.apiListingEnquiries(id), { method: "POST", headers: json, body });
      return;
    }
    const own = (await request("own listing", paths.apiListing(id), { headers: json })) as {
      content?: object;
    } | null;
    const body = JSON.stringify({ ...own?.content, price: 5000 + 100 * (n % 100) });
    await request("edit", paths.apiListing(id), { method: "PUT", headers: json, body });
    await request("upload", paths.storage(`images/listings/${id}/picture-${n % 3}.webp`), {
      method: "PUT",
      headers: { authorization, "content-type": "image/webp" },
      body: picture,
    });
  }
  async function write(): Promise<void> {
    for (; !stopped; await pause((1000 * READS_PER_VISIT * writers) / rate)) await visit(visits++);
  }

  const clients = [...Array.from({ length: readers }, read), ...Array.from({ length: writers }, write)];
  return {
    async stop() {
      stopped = true;
      await Promise.all(clients);
      return result;
    },
  };
}

const WORDS = ["matematica", "engleza", "bacalaureat", "pian", "fizica", "cantacuzino"];
const RARE = [
  paths.sitemap(),
  paths.sitemapPart("listings-1.xml"),
  paths.blog(),
  paths.ranking(),
  paths.openApi(),
  paths.apiDocs(),
  paths.signIn(),
  paths.texts("general", "ro"),
  "/no-such-page",
];

/** The nth read: what visitors, search engines and programs ask for, over every subject, county and listing. */
function chooseRead(n: number, listings: number): [kind: string, path: string] {
  const of = <T>(values: readonly T[], index: number) => values[index % values.length] as T;
  // A prime number, so that neighbours in time are not neighbours in the catalogue.
  const id = `k${String(((n * 7919) % listings) + 1).padStart(15, "0")}`;
  const [subject, county, level] = [of(SUBJECTS, n), of(COUNTY_CODES, n * 5), of(LEVELS, n * 3)];
  // Share images block the isolate while they are rendered.
  if (n % 100 === 99) return ["share image", paths.listingShareImage(id, 1)];
  if (n % 13 === 12) return ["rare", of(RARE, n)];
  const page = of(
    [
      paths.listing(id),
      paths.listings({ subject, county }),
      paths.listing(id),
      paths.listings({ subject, level: [level] }),
      paths.listings({ county, max: 50 + (n % 100), sort: "price" }),
      paths.listing(id),
      paths.listings({ q: of(WORDS, n), county }),
      paths.listings({ near: county, radius: "25", subject }),
      paths.home(),
    ],
    Math.floor(n / 2),
  );
  if (n % 7 === 6) return ["call", n % 2 ? paths.apiListing(id) : paths.apiListings({ subject, county })];
  return ["page", localizePath(of(LOCALES, n), page)];
}
