import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, enquiries, listings, messages, requests } from "@/db/schema";
import { findEnquiryForReader } from "@/features/enquiries";
import { setBlock } from "@/features/enquiries/blocks";
import { sweepRequests } from "@/features/requests";
import { answerRequest } from "@/features/requests/answers/answer-request";
import { closeRequest } from "@/features/requests/close-request";
import { createRequest } from "@/features/requests/create/create-request";
import { approveRequest, rejectRequest } from "@/features/requests/moderation/decide-request";
import { findRequest, listFittingRequests } from "@/features/requests/queries";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { MAX_ANSWERS, MAX_REQUESTS, REQUEST_OPEN_MS } from "@/shared/request-limits";
import { createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, db } from "../../helpers/app";
import { createAdmin, createListing, updateRow } from "../../helpers/factories";
import { jobContextAt } from "../../helpers/outbox";
import { createAuth, requestInput } from "./setup";

type RequestRow = typeof requests.$inferSelect;

const HISTORIES = 3;
const STEPS = 24;

/** A history of random actions by three authors, ten teachers and an admin; some happen at the same time. */
async function runHistory(seed: number): Promise<Set<string>> {
  let state = seed;
  /** Whole numbers from 0 to `end`, the end excluded; the same in each run. */
  const random = (end: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
  const pick = <T>(values: readonly T[]): T | undefined => values[random(values.length)];
  for (const table of [messages, enquiries, auditLog, requests, listings]) await db.delete(table);
  const admin = await createAdmin();
  const create = (role: "u" | "t") => createUserWithPassword({ role });
  const as = (user: Awaited<ReturnType<typeof create>>) => ({
    ...jobContextAt(app.clock.now),
    user: { ...user, emailVerified: true } as never,
  });
  const authors = await Promise.all([create("u"), create("u"), create("t")]);
  const teachers = await Promise.all(Array.from({ length: 10 }, () => create("t")));
  for (const [n, { id }] of teachers.entries())
    await createListing(
      { id },
      { subject: n === 9 ? "c" : "m", county: n === 8 ? "b" : "cj", online: n > 5 },
    );
  type Person = (typeof authors)[number];
  const isHere = ({ id }: Person) => !erased.has(id);
  const erased = new Set<string>();
  /** The answers that were accepted, by enquiry. */
  const accepted = new Map<string, { requestId: string; teacherId: string; text: string }>();
  /** What happened, for the test that it is not always the same. */
  const seen = new Set<string>();

  const listAll = () => db.select().from(requests);
  const pickRequest = async (wanted: RequestRow["state"]) => {
    const all = await listAll();
    return pick(all.filter((row) => row.state === wanted)) ?? pick(all);
  };
  let texts = 0;
  async function answer(teacher: Person, requestId: string, message = `Răspuns cu numărul ${++texts}.`) {
    const [own] = await db.select().from(listings).where(sql`owner_id = ${teacher.id}`);
    const sent = await answerRequest(as(teacher), requestId, { listingId: own?.id, message });
    if (sent.ok) accepted.set(sent.value.enquiryId, { requestId, teacherId: teacher.id, text: message });
  }

  const approve = async () => {
    const request = await pickRequest("pending");
    if (request) await approveRequest(as(admin), { id: request.id });
  };
  const actions: (() => Promise<unknown>)[] = [
    async () => {
      const author = pick(authors.filter(isHere));
      const [subject, county, online] = [
        pick(["m", "m", "c"]),
        pick(["cj", "cj", "b", null]),
        random(2) === 0,
      ];
      if (author) await createRequest(as(author), requestInput({ subject, county, online, level: "h" }));
    },
    approve,
    approve,
    async () => {
      const request = await pickRequest("pending");
      const reason = { reason: "unclear", text: "Neclar." };
      if (request && random(3) === 0) await rejectRequest(as(admin), { id: request.id }, reason);
    },
    async () => {
      const request = await pickRequest("open");
      const teacher = pick(teachers.filter(isHere));
      if (request && teacher) await answer(teacher, request.id);
    },
    async () => {
      const request = await pickRequest("open");
      const author = authors.find(({ id }) => id === request?.userId);
      if (request && author && random(3) === 0) await closeRequest(as(author), request.id);
    },
    async () => {
      const [id, entry] = pick([...accepted]) ?? [];
      const author = (await listAll()).find((row) => row.id === entry?.requestId)?.userId;
      const by = pick(
        [...authors, ...teachers].filter((user) => [author, entry?.teacherId].includes(user.id)),
      );
      const enquiry = id && by && isHere(by) ? await findEnquiryForReader(as(by), id) : null;
      if (enquiry && by) await setBlock(as(by), enquiry, random(3) > 0);
    },
    async () => {
      const listing = pick(await db.select().from(listings).where(sql`state in ('published', 'suspended')`));
      const isSuspended = listing?.state === "suspended";
      if (listing && random(2) === 0)
        await updateRow(listings, listing.id, {
          state: isSuspended ? "published" : "suspended",
          suspendedFrom: isSuspended ? null : "published",
        });
    },
    async () => {
      const user = pick([...authors, ...teachers].filter(isHere));
      if (!user || random(8) > 0) return;
      erased.add(user.id);
      const auth = await createAuth(user);
      await app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...auth });
    },
    async () => sweepRequests(jobContextAt(app.clock.now)),
  ];

  /** Whether a teacher may see a request, counted from the rows. */
  function fits(request: RequestRow, teacherId: string, rows: Awaited<ReturnType<typeof readRows>>): boolean {
    const isPair = ({ teacherId: teacher, learnerId }: typeof enquiries.$inferSelect) =>
      (teacher === teacherId && learnerId === request.userId) ||
      (teacher === request.userId && learnerId === teacherId);
    const hasAnswered = rows.answers.some(
      (row) => row.requestId === request.id && row.teacherId === teacherId,
    );
    const isBlocked = rows.answers.some(
      (row) => isPair(row) && (row.learnerBlockedTs !== null || row.teacherBlockedTs !== null),
    );
    return (
      request.openedTs !== null &&
      request.userId !== teacherId &&
      (hasAnswered || !isBlocked) &&
      rows.listings.some(
        (row) =>
          row.ownerId === teacherId &&
          row.state === "published" &&
          (row.expiresTs ?? 0) > app.clock.now &&
          row.subject === request.subject &&
          (row.county === request.county || (request.online && row.online)),
      )
    );
  }

  const readRows = async () => ({
    requests: await listAll(),
    answers: await db.select().from(enquiries),
    listings: await db.select().from(listings),
  });

  /** Five and more fitting teachers answer at once, each twice: as many are accepted as there was room for. */
  async function answerTogether(): Promise<void> {
    const rows = await readRows();
    const request = pick(rows.requests.filter((row) => row.state === "open"));
    if (!request || app.clock.now >= (request.openedTs ?? 0) + REQUEST_OPEN_MS) return;
    const able = teachers.filter(
      ({ id }) =>
        !erased.has(id) &&
        fits(request, id, rows) &&
        !rows.listings.some(({ ownerId, suspendedFrom }) => ownerId === id && suspendedFrom !== null) &&
        !rows.answers.some((row) => row.requestId === request.id && row.teacherId === id),
    );
    const room = MAX_ANSWERS - request.answerCount;
    if (able.length > room) seen.add("more answers than room");
    const before = accepted.size;
    const send = (teacher: Person) => answer(teacher, request.id, `Împreună, la pasul ${texts}.`);
    await Promise.all([...able, ...able].map(send));
    texts++;
    expect(accepted.size - before).toBe(Math.min(able.length, room));
  }

  const NEXT: Record<RequestRow["state"], readonly RequestRow["state"][]> = {
    pending: ["pending", "open", "rejected", "closed"],
    open: ["open", "closed", "rejected"],
    rejected: ["rejected"],
    closed: ["closed"],
  };
  let previous: RequestRow[] = [];
  /** What holds after each action, whatever happened at the same time. */
  async function check(): Promise<void> {
    const rows = await readRows();
    const texts = await db.select().from(messages);
    const events = await db.select().from(auditLog).where(sql`subject like 'request:%'`);
    for (const old of previous) {
      const row = rows.requests.find(({ id }) => id === old.id);
      if (row) expect(NEXT[old.state]).toContain(row.state);
      else
        expect(erased.has(old.userId) || (old.closedTs ?? Infinity) <= app.clock.now - 90 * DAY_MS).toBe(
          true,
        );
    }
    for (const row of rows.requests) {
      seen.add(`${row.state} ${row.closeReason} ${row.answerCount}`);
      const own = [...accepted].filter(([, { requestId }]) => requestId === row.id);
      expect(row.answerCount).toBe(own.length);
      expect(row.answerCount).toBeLessThanOrEqual(MAX_ANSWERS);
      expect(new Set(own.map(([, { teacherId }]) => teacherId)).size).toBe(own.length);
      expect(row.closeReason === "answers").toBe(row.answerCount === MAX_ANSWERS);
      expect(row.closeReason !== null).toBe(row.state === "closed");
      if (row.state !== "open") expect(row.notifiedPosition).toBeNull();
      for (const [enquiryId, { teacherId, text }] of own) {
        if (erased.has(teacherId)) continue;
        const stored = rows.answers.find(({ id }) => id === enquiryId);
        expect(stored).toMatchObject({ requestId: row.id, teacherId, learnerId: row.userId });
        expect(
          texts.filter((message) => message.enquiryId === enquiryId).map((message) => message.text),
        ).toEqual([text]);
      }
      const count = (action: string) =>
        events.filter(
          (event) => event.subject === `request:${row.id}` && event.action === `request.${action}`,
        ).length;
      expect([
        count("created"),
        count("answered"),
        count("rejected"),
        count("closed"),
        count("expired"),
      ]).toEqual([
        1,
        row.answerCount,
        Number(row.state === "rejected"),
        Number(row.closeReason === "author"),
        Number(row.closeReason === "expired"),
      ]);
      if (row.state !== "rejected")
        expect(count("approved")).toBe(Number(row.holdRule !== null && row.openedTs !== null));
    }
    // No answer besides those that were accepted.
    for (const { id, requestId } of rows.answers) expect(requestId === null || accepted.has(id)).toBe(true);
    for (const { id } of authors) {
      const live = rows.requests.filter(
        (row) => row.userId === id && (row.state === "pending" || row.state === "open"),
      );
      expect(live.length).toBeLessThanOrEqual(MAX_REQUESTS);
      expect(new Set(live.map(({ subject }) => subject)).size).toBe(live.length);
    }
    previous = rows.requests;
  }

  /** Each person sees what fits, in the list and by the id, and nothing else. */
  async function checkVisibility(): Promise<void> {
    const rows = await readRows();
    for (const user of [...teachers, ...authors]) {
      if (!isHere(user)) continue;
      const list = await listFittingRequests(as(user), user, {});
      const open = rows.requests.filter(
        (row) =>
          row.state === "open" &&
          (row.openedTs ?? 0) + REQUEST_OPEN_MS > app.clock.now &&
          fits(row, user.id, rows) &&
          !rows.answers.some(({ requestId, teacherId }) => requestId === row.id && teacherId === user.id),
      );
      expect(list.rows.map(({ request }) => request.id).sort()).toEqual(open.map(({ id }) => id).sort());
      for (const request of rows.requests) {
        const isAllowed = request.userId === user.id || fits(request, user.id, rows);
        expect((await findRequest(as(user), request.id)) !== null).toBe(isAllowed);
      }
    }
  }

  for (let step = 0; step < STEPS; step++) {
    app.clock.now += pick([0, 0, 0, HOUR_MS, HOUR_MS, DAY_MS, DAY_MS, 5 * DAY_MS]) ?? 0;
    if (random(4) === 0) await answerTogether();
    else await Promise.all(Array.from({ length: 1 + random(4) }, () => pick(actions)?.()));
    await check();
    if (step % 10 === 9) await checkVisibility();
  }
  return seen;
}

it("requests keep their limits, their answers and their privacy over random histories", async () => {
  const seen = new Set<string>();
  for (let n = 0; n < HISTORIES; n++) for (const entry of await runHistory(7919 * (n + 1))) seen.add(entry);
  // Not always the same.
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(["closed answers 5", "more answers than room", "open null 0", "pending null 0"]),
  );
}, 120_000);
