import { beforeAll, describe, expect, it, vi } from "vitest";
import type { PageCursors } from "@/db/paginate-by-time";
import { enquiries, requests, users } from "@/db/schema";
import { listFittingRequests } from "@/features/requests/queries";
import { HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, expectStatus, type Jar, newJar, resetApp } from "../../helpers/app";
import { createAdmin, createListing, createUser, signIn, updateRow } from "../../helpers/factories";
import { jobContextAt } from "../../helpers/outbox";
import { createAnsweringTeacher, createAuth, insertRequest, postAnswer, requestInput } from "./setup";

type Listing = Parameters<typeof createListing>[1];
type Request = Parameters<typeof insertRequest>[1];

const IN_CLUJ: Request = {};
const ONLINE: Request = { county: null, online: true };
const BOTH: Request = { county: "cj", online: true };

/** A request, a teacher's listing, and whether the one fits the other. */
const FITS: [title: string, Request, Listing, boolean][] = [
  ["subject and county", IN_CLUJ, {}, true],
  ["another subject", IN_CLUJ, { subject: "c" }, false],
  ["another county", IN_CLUJ, { county: "b" }, false],
  ["another county, online, for a request in person", IN_CLUJ, { county: "b", online: true }, false],
  ["online only, a listing online elsewhere", ONLINE, { county: "b", online: true }, true],
  ["online only, a listing in person", ONLINE, { online: false }, false],
  ["both, a listing online elsewhere", BOTH, { county: "b", online: true }, true],
  ["both, a listing in person there", BOTH, { online: false }, true],
  ["both, a listing in person elsewhere", BOTH, { county: "b", online: false }, false],
  ["a paused listing", IN_CLUJ, { state: "paused" }, false],
  ["an expired listing", IN_CLUJ, { expiresTs: Date.UTC(2026, 10, 20, 8) }, false],
  ["a request that waits for an admin", { state: "pending", openedTs: null }, {}, false],
  ["a rejected request", { state: "rejected", openedTs: null }, {}, false],
];

/** The ids in a teacher's list. The number in the header is that of the list. */
async function listFor({
  auth,
  teacher,
}: Pick<Awaited<ReturnType<typeof createAnsweringTeacher>>, "auth" | "teacher">) {
  const { content } = await (await app.get(paths.apiRequests({ for: "me" }), auth)).json<{
    content: { _id: string }[];
  }>();
  const page = await app.read(paths.inbox(), { as: await signIn(teacher) });
  const count = Number(page.match(/(\d+) requests? that you can answer/)?.[1] ?? 0);
  expect(count).toBe(content.length);
  return content.map(({ _id }) => _id);
}

/** Users who may not see a request for mathematics in Cluj, by name. */
const createOutsiders = async () => ({
  learner: await createUser(),
  "teacher of another subject": (await createAnsweringTeacher({ subject: "c" })).teacher,
  "teacher of another county": (await createAnsweringTeacher({ county: "b", online: true })).teacher,
});

describe("who may see a request", () => {
  it.each(FITS)("a teacher with %s", async (_, request, listing, fits) => {
    const { id } = await insertRequest(await createUser(), request);
    const answering = await createAnsweringTeacher(listing);
    // The page of one, the list, and the answer follow one condition.
    expect((await app.get(paths.apiRequest(id), answering.auth)).status).toBe(fits ? 200 : 404);
    expect((await listFor(answering)).includes(id)).toBe(fits);
    expect((await postAnswer(id, answering)).status).toBe(fits ? 201 : 404);
    expect(await listFor(answering)).not.toContain(id);
  });

  it("everybody else gets the answer of an unknown id, to each call", async () => {
    const author = await createUser({ firstName: "Xenia", lastName: "Zamfir" });
    const request = await insertRequest(author, { text: "Ceva cu totul anume: wqsecret" });
    const outsiders = await createOutsiders();
    await insertRequest(outsiders.learner);
    const asLearner = await createAuth(outsiders.learner);
    const calls = (id: string, auth: { headers: Record<string, string> }) => [
      app.get(paths.apiRequest(id), auth),
      app.post(paths.apiRequestAction(id, "close"), auth),
      app.post(paths.apiRequestAction(id, "answers"), {
        ...auth,
        json: { listing_id: newId(), message: "Bună ziua, pot de luni." },
      }),
    ];
    const describeAnswer = async (answer: Response) => {
      const { request_id, ...body } = await answer.json<Record<string, unknown>>();
      return { status: answer.status, cache: answer.headers.get("cache-control"), body };
    };
    const unknownId = newId();
    for (const [name, outsider] of Object.entries(outsiders)) {
      const auth = await createAuth(outsider);
      const seen = await Promise.all((await Promise.all(calls(request.id, auth))).map(describeAnswer));
      const unknown = await Promise.all((await Promise.all(calls(unknownId, auth))).map(describeAnswer));
      expect(seen, name).toEqual(unknown);
      expect(
        seen.map(({ status, cache }) => [status, cache]),
        name,
      ).toEqual([
        [404, "no-store"],
        [404, "no-store"],
        [404, "no-store"],
      ]);
      expect(JSON.stringify(seen), name).not.toContain("wqsecret");
    }
    for (const answer of await Promise.all(calls(request.id, { headers: {} })))
      expect(answer.status).toBe(401);
    for (const admin of ["approve", "reject"] as const)
      expect((await app.post(paths.apiAdminRequestAction(request.id, admin), asLearner)).status).toBe(403);
    expect((await app.get(paths.apiAdminRequests(), asLearner)).status).toBe(403);

    // No page that a stranger or a crawler can reach tells of it.
    const pages = [
      paths.home(),
      paths.listings(),
      "/sitemap.xml",
      "/robots.txt",
      paths.apiListings(),
      "/ro/tutoring",
    ];
    for (const page of pages) expect(await app.read(page), page).not.toMatch(/wqsecret|Xenia|Zamfir/);
    for (const part of (await app.read("/sitemap.xml")).match(/<loc>[^<]+/g) ?? [])
      expect(await app.read(part.slice("<loc>".length)), part).not.toMatch(/requests\/[0-9a-z]{16}/);
  });

  it("everybody else gets the page of an unknown id", async () => {
    const { id } = await insertRequest(await createUser());
    const unknownId = "x".repeat(16);
    for (const outsider of [null, ...Object.values(await createOutsiders())]) {
      const as: Jar = outsider ? await signIn(outsider) : newJar();
      const read = async (shown: string) => {
        const page = await app.get(paths.request(shown), { as });
        const text = (await page.text()).replaceAll(shown, "ID").replaceAll(/[\w-]{16,}/g, "");
        return { status: page.status, cache: page.headers.get("cache-control"), text };
      };
      const seen = await read(id);
      expect(seen).toEqual(await read(unknownId));
      expect(seen.status).toBe(404);
      expect(seen.text).toContain('content="noindex"');
      for (const list of [paths.requests(), paths.home(), paths.sitemap()])
        expect(await app.read(list, { as })).not.toContain(id);
      for (const action of ["close", "answers"] as const)
        await expectStatus(
          app.post(paths.requestAction(id, action), { as, form: { message: "Bună ziua, pot." } }),
          outsider ? 404 : 401,
        );
    }
    // A signed-out recipient of a mail can sign in, whether the request exists or not.
    const path = paths.request(id);
    expect(await app.read(path)).toContain(`href="${paths.signIn({ next: path })}"`);
  });

  it("no page that a stranger, a learner or another teacher finds by links tells of it, and no log line", async () => {
    const lines: unknown[] = [];
    for (const name of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, name).mockImplementation((...args) => void lines.push(args));
    const author = await createUser({ firstName: "Xenia", lastName: "Zamfir" });
    const auth = await createAuth(author);
    const teachers = [{ subject: "c" }, { county: "b" }] as const;
    const viewers: (Jar | undefined)[] = [undefined, await signIn(await createUser())];
    for (const listing of teachers)
      viewers.push(await signIn((await createAnsweringTeacher(listing)).teacher));
    /** The pages that a viewer finds, with their texts: one of each kind, without the many filters of a list. */
    const crawl = async (as: Jar | undefined) => {
      const found = new Map<string, string>(
        [paths.home(), paths.requests(), "/sitemap.xml", paths.apiListings()].map((path) => [path, ""]),
      );
      for (const path of found.keys()) {
        const answer = await app.get(path, { ...(as && { as }) });
        const text = await answer.text();
        found.set(path, text);
        if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
        for (const [, href = ""] of text.matchAll(/<a [^>]*href="(\/[^"?#]*)"/g))
          if (!/^\/(ro\/|images|storage)|\.\w+$/.test(href) && !found.has(href) && found.size < 50)
            found.set(href, "");
      }
      return found;
    };
    const before = await crawl(undefined);
    const json = requestInput({ text: "Ceva cu totul anume: wqsecret" });
    const sent = await expectStatus(app.post(paths.apiRequests(), { ...auth, json }), 201);
    const { content } = await sent.json<{ content: { _id: string } }>();
    await updateRow(requests, content._id, { state: "open", openedTs: app.clock.now });
    for (const as of viewers) {
      const found = await crawl(as);
      for (const [path, text] of found) {
        expect(text, path).not.toMatch(/wqsecret|Xenia|Zamfir/);
        expect(text, path).not.toContain(content._id);
        // Nor does a number: but for ids, a stranger reads the same pages as before.
        const withoutIds = (page = "") => page.replaceAll(/[\w-]{16,}/g, "");
        if (!as) expect(withoutIds(text), path).toBe(withoutIds(before.get(path)));
      }
      expect(found.size).toBeGreaterThan(20);
    }
    expect(JSON.stringify(lines)).not.toMatch(/wqsecret|Xenia|Zamfir/);
    vi.restoreAllMocks();
  });

  it("teachers do not learn whose it is, and a blocked pair sees nothing of each other", async () => {
    const author = await createUser({ firstName: "Xenia", lastName: "Zamfir" });
    const asAuthor = await createAuth(author);
    const request = await insertRequest(author);
    const answering = await createAnsweringTeacher();
    const seen = await (await app.get(paths.apiRequest(request.id), answering.auth)).text();
    for (const word of ["Xenia", "Zamfir", author.id, author.email, "user_id"])
      expect(seen).not.toContain(word);
    const sent = await app.post(paths.apiListingEnquiries(answering.listing.id), {
      ...asAuthor,
      json: { message: "Bună ziua" },
    });
    const { content } = await sent.json<{ content: { _id: string } }>();
    for (const auth of [asAuthor, answering.auth]) {
      await app.post(paths.apiEnquiryBlock(content._id), auth);
      await expectStatus(app.get(paths.apiRequest(request.id), answering.auth), 404);
      expect(await listFor(answering)).not.toContain(request.id);
      await expectStatus(postAnswer(request.id, answering), 404);
      await app.request(paths.apiEnquiryBlock(content._id), { ...auth, method: "DELETE" });
      await expectStatus(app.get(paths.apiRequest(request.id), answering.auth), 200);
    }
    // Also one who wrote as a guest, from the address of the account.
    await updateRow(enquiries, content._id, {
      learnerId: null,
      guestEmail: author.email,
      guestName: "Xenia",
      confirmedTs: 1,
      teacherBlockedTs: 1,
    });
    expect(await listFor(answering)).not.toContain(request.id);
  });

  it("authors see their own in every state, admins all", async () => {
    const author = await createUser();
    const auth = await createAuth(author);
    const open = await insertRequest(author, { createdTs: app.clock.now - 1 });
    const rejected = await insertRequest(author, {
      state: "rejected",
      openedTs: null,
      reason: "unclear",
      reasonText: "Neclar",
    });
    const list = await (await app.get(paths.apiRequests(), auth)).json();
    expect(list).toMatchObject({
      content: [{ _id: rejected.id, rejection: { reason: "unclear", text: "Neclar" } }, { _id: open.id }],
      next: null,
    });
    const admin = await createAuth(await createAdmin());
    expect(await (await app.get(paths.apiRequest(rejected.id), admin)).json()).toMatchObject({
      content: { user_id: author.id },
    });
    await expectStatus(app.post(paths.apiRequestAction(rejected.id, "close"), auth), 409);
    const answering = await createAnsweringTeacher();
    await expectStatus(app.get(paths.apiRequest(open.id), answering.auth), 200);
    const answered = await createAnsweringTeacher();
    await expectStatus(postAnswer(open.id, answered), 201);
    // What became of it is for those who answered.
    await expectStatus(app.post(paths.apiRequestAction(open.id, "close"), auth), 200);
    await expectStatus(app.get(paths.apiRequest(open.id), answering.auth), 404);
    expect(await (await app.get(paths.apiRequest(open.id), answered.auth)).json()).toMatchObject({
      content: { state: "closed", close_reason: "author", enquiry_id: expect.any(String) },
    });
    // Also if an admin teaches.
    await updateRow(users, answering.teacher.id, { role: "a" });
    expect(await (await app.get(paths.apiRequest(open.id), answering.auth)).json()).toMatchObject({
      content: { user_id: author.id },
    });
  });
});

describe("the list of a teacher", () => {
  beforeAll(() => {
    resetApp();
  });

  it("has the last opened first, in pages, of all the teacher's listings once", async () => {
    const answering = await createAnsweringTeacher({ subject: "mu", county: "tl", online: true });
    await createListing(answering.teacher, { subject: "la", county: "vs" });
    const ids: string[] = [];
    for (let n = 0; n < 45; n++) {
      const request = await insertRequest(await createUser(), {
        ...(n % 3 === 0
          ? { subject: "la", county: "vs" }
          : { subject: "mu", county: "tl", online: n % 2 === 0 }),
        // Several were opened at the same time.
        openedTs: app.clock.now - Math.floor(n / 2) * HOUR_MS,
      });
      ids.push(request.id);
    }
    await insertRequest(await createUser(), { subject: "la", county: "tl" });
    await insertRequest(answering.teacher, { subject: "mu", county: "tl" });
    const found: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const answer = await app.get(paths.apiRequests({ for: "me", after }), answering.auth);
      const page: { content: { _id: string; opened_ts: { seconds: number } }[]; next: string | null } =
        await answer.json();
      found.push(...page.content.map(({ _id }) => _id));
      after = page.next;
    }
    expect(found).toHaveLength(45);
    expect(new Set(found)).toEqual(new Set(ids));
    const times = found.map((id) => Math.floor(ids.indexOf(id) / 2));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    const listPage = async (cursors: PageCursors) => {
      const page = await listFittingRequests(jobContextAt(app.clock.now), answering.teacher, cursors);
      return { ...page, ids: page.rows.map(({ request }) => request.id) };
    };
    const second = await listPage({ after: (await listPage({})).next ?? "" });
    const third = await listPage({ after: second.next ?? "" });
    expect(third.ids).toEqual(found.slice(40));
    expect((await listPage({ before: third.previous ?? "" })).ids).toEqual(second.ids);
  });
});
