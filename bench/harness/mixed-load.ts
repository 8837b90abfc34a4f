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

type LoadResult = {
  /** Answers by status: "200": 1234. */
  statuses: Record<string, number>;
  /** Answers that no visitor should get, by kind and status; 429 and 503 need a Retry-After. */
  errors: Record<string, number>;
  /** Times (ms) of page and API reads. Share images and rarely read documents are not comparable. */
  readTimes: number[];
  /** What was sent, by kind. */
  sent: Record<string, number>;
};

type Load = { stop(): Promise<LoadResult> };

/** Reads for each visit of a signed-in user. */
const READS_PER_VISIT = 100;

/** Kinds of reads whose times are not compared with others. */
const UNTIMED = ["share image", "rare"];
/** A listing may have expired, and one path does not exist. */
const EXPECTED_REFUSALS = ["404", "410"];

/** Reads at a bounded rate, and visits of users who sign in and write, until it is stopped. */
export function startLoad(options: LoadOptions): Load {
  const { url, readers, rate, writers, users, teachers, listings } = options;
  const picture = readFileSync(join(root, "dev/seed/pictures/m-1.webp"));
  const result: LoadResult = { statuses: {}, errors: {}, readTimes: [], sent: {} };
  let stopped = false;
  let requests = 0;

  async function request(kind: string, path: string, init: RequestInit = {}): Promise<unknown> {
    requests += 1;
    result.sent[kind] = (result.sent[kind] ?? 0) + 1;
    const headers = { ...fromVisitor(requests), ...init.headers };
    const answer = await fetch(url + path, { redirect: "manual", ...init, headers }).catch(() => null);
    const status = String(answer?.status ?? "no answer");
    const body = await answer?.text().catch(() => "");
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (isError(status, answer))
      result.errors[`${kind} ${status}`] = (result.errors[`${kind} ${status}`] ?? 0) + 1;
    return answer?.headers.get("content-type")?.includes("json") ? JSON.parse(body ?? "") : null;
  }

  async function signIn(username: string): Promise<{ authorization: string } | null> {
    const answer = (await request("sign-in", paths.authToken(), {
      method: "POST",
      body: new URLSearchParams({ username, password: PASSWORD }),
    })) as { access_token?: string } | null;
    return answer?.access_token ? { authorization: `Bearer ${answer.access_token}` } : null;
  }

  /** A visitor signs in and writes to two teachers. */
  async function writeEnquiries(n: number): Promise<void> {
    const headers = await signIn(userEmail(n % users));
    if (!headers) return;
    for (const id of [listingId(2 * n, listings), listingId(2 * n + 1, listings)])
      await request("enquiry", paths.apiListingEnquiries(id), {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({
          message: "Bună ziua! Căutăm un profesor pentru clasa a opta, de două ori pe săptămână.",
        }),
      });
  }

  /** A teacher signs in, changes the price of a listing, and uploads a picture of it. */
  async function editListing(n: number): Promise<void> {
    const teacher = (n % teachers) + 1;
    const id = teacherListing(teacher);
    const headers = await signIn(teacherEmail(teacher));
    if (!headers) return;
    const read = (await request("own listing", paths.apiListing(id), { headers })) as {
      content?: Record<string, unknown>;
    } | null;
    if (!read?.content) return;
    await request("edit", paths.apiListing(id), {
      method: "PUT",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ ...read.content, price: 5000 + 100 * (n % 100) }),
    });
    await request("upload", paths.storage(`images/listings/${id}/picture-${n % 3}.webp`), {
      method: "PUT",
      headers: { ...headers, "content-type": "image/webp" },
      body: new Uint8Array(picture),
    });
  }

  const reads = readPaths(listings);
  let readCount = 0;
  let visitCount = 0;
  async function read(): Promise<void> {
    const pauseMs = (1000 * readers) / rate;
    while (!stopped) {
      const [kind, path] = reads(readCount++);
      const startMs = performance.now();
      await request(kind, path);
      const ms = performance.now() - startMs;
      if (!UNTIMED.includes(kind)) result.readTimes.push(ms);
      await pause(Math.max(0, pauseMs - ms));
    }
  }
  async function write(): Promise<void> {
    while (!stopped) {
      const n = visitCount++;
      await (n % 2 === 0 ? writeEnquiries(n / 2) : editListing((n - 1) / 2));
      await pause((1000 * READS_PER_VISIT * writers) / rate);
    }
  }
  const clients = [
    ...Array.from({ length: readers }, () => read()),
    ...Array.from({ length: writers }, () => write()),
  ];

  return {
    async stop() {
      stopped = true;
      await Promise.all(clients);
      return result;
    },
  };
}

function isError(status: string, answer: Response | null): boolean {
  if (status === "429" || status === "503") return !answer?.headers.has("retry-after");
  return !(Number(status) < 400 || EXPECTED_REFUSALS.includes(status));
}

const listingId = (n: number, listings: number): string => `k${String((n % listings) + 1).padStart(15, "0")}`;

const WORDS = ["matematica", "engleza", "bacalaureat", "pian", "fizica", "cantacuzino"];

/** The nth read: what visitors, search engines and programs ask for, over every subject, county and listing. */
function readPaths(listings: number): (n: number) => [kind: string, path: string] {
  const subject = (n: number) => SUBJECTS[n % SUBJECTS.length];
  const county = (n: number) => COUNTY_CODES[n % COUNTY_CODES.length];
  const level = (n: number) => LEVELS[n % LEVELS.length];
  const word = (n: number) => WORDS[n % WORDS.length];
  // A prime number, so that neighbours in time are not neighbours in the catalogue.
  const listing = (n: number) => listingId(n * 7919, listings);
  const kinds: readonly ((n: number) => [kind: string, path: string])[] = [
    (n) => ["list", paths.listings({ subject: subject(n), county: county(n * 7) })],
    (n) => ["listing", paths.listing(listing(n))],
    (n) => ["list", paths.listings({ subject: subject(n), level: level(n * 3) })],
    (n) => ["listing", paths.listing(listing(n + 1))],
    (n) => ["listing", paths.listing(listing(n % 100))],
    (n) => ["list", paths.listings({ county: county(n), max: 50 + (n % 100), sort: "price" })],
    (n) => ["search", paths.listings({ q: word(n), county: county(n) })],
    (n) => ["listing", paths.listing(listing(n + 2))],
    () => ["home", paths.home()],
    (n) => ["list", paths.listings({ near: county(n), radius: "25", subject: subject(n) })],
    (n) => ["call", paths.apiListings({ subject: subject(n), county: county(n) })],
    (n) => ["call", paths.apiListing(listing(n + 3))],
    (n) => ["rare", RARE[n % RARE.length] ?? paths.home()],
  ];
  return (n) => {
    // Share images block the isolate while they are rendered.
    if (n % 100 === 99) return ["share image", paths.listingShareImage(listing(n), 1)];
    const [kind, path] = kinds[n % kinds.length]?.(Math.floor(n / kinds.length)) ?? ["home", paths.home()];
    const locale = LOCALES[Math.floor(n / kinds.length) % LOCALES.length] ?? "en";
    return [kind, kind === "call" || kind === "rare" ? path : localizePath(locale, path)];
  };
}

const RARE = [
  paths.sitemap(),
  paths.blog(),
  paths.ranking(),
  paths.privacy(),
  paths.sitemapPart("listings-1.xml"),
  paths.openApi(),
  paths.apiDocs(),
  paths.signIn(),
  paths.contact(),
  paths.texts("general", "ro"),
  paths.health(),
  "/no-such-page",
];
