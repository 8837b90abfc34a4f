import { createExecutionContext } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { noGuard } from "@/db/guard";
import { pushOutbox, pushSubscriptions, users } from "@/db/schema";
import { deliverPushes, type PushRequest, queuePushStatement } from "@/features/notifications";
import { runQueue } from "@/jobs";
import { verifyVapid } from "../../../dev/stubs/push/verify-vapid";
import { bindings, db } from "../../helpers/app";
import { createUser, listRows, updateRow } from "../../helpers/factories";
import { DAY, jobContextAt, SECOND, START } from "../../helpers/outbox";
import { createBrowser, insertPushDevice, stubPushService } from "../../helpers/push";

const service = stubPushService();
const listOutbox = () => db.select().from(pushOutbox);
const hasDevice = async (id: string) => (await listRows(pushSubscriptions, { id })).length > 0;

/** Queues a message to a user. */
const queue = (userId: string, request: Partial<PushRequest> = {}, now = START, overrides = {}) => {
  const ctx = jobContextAt(now, overrides);
  return ctx.commit([
    queuePushStatement(
      ctx,
      {
        cause: "cause",
        userId,
        kind: "enquiries",
        title: "Mesaj nou",
        body: "Despre „Matematică”",
        locale: "ro",
        path: "/enquiries/a",
        ...request,
      },
      noGuard,
    ),
  ]);
};

/** A user with a device, and a message to it. */
async function createMessage(request: Partial<PushRequest> = {}) {
  const user = await createUser();
  const browser = createBrowser();
  const deviceId = await insertPushDevice(user.id, browser);
  await queue(user.id, request);
  return { user, browser, deviceId };
}

describe("queuePushStatement", () => {
  it("adds a message for each device of the user, and none for other users", async () => {
    const [user, other] = [await createUser(), await createUser()];
    const ids = [await insertPushDevice(user.id), await insertPushDevice(user.id)];
    await insertPushDevice(other.id);
    await queue(user.id);
    const rows = await listOutbox();
    expect(rows.map(({ subscriptionId }) => subscriptionId).sort()).toEqual(ids.sort());
    expect(JSON.parse(rows[0]?.payload ?? "")).toEqual({
      title: "Mesaj nou",
      body: "Despre „Matematică”",
      path: "/ro/enquiries/a",
    });
  });

  it("adds nothing for a kind that is off, a disabled account, and without the settings", async () => {
    const user = await createUser();
    await insertPushDevice(user.id);
    await updateRow(users, user.id, { pushOff: ["enquiries"] });
    await queue(user.id);
    await updateRow(users, user.id, { pushOff: ["alerts"], disabledTs: START });
    await queue(user.id);
    await updateRow(users, user.id, { disabledTs: null });
    const withoutKeys = {
      VAPID_PUBLIC_KEY: undefined,
      VAPID_PRIVATE_KEY: undefined,
      VAPID_SUBJECT: undefined,
    };
    await queue(user.id, {}, START, withoutKeys);
    expect(await listOutbox()).toEqual([]);
    await queue(user.id);
    expect(await listOutbox()).toHaveLength(1);
  });

  it("adds a repeated cause once", async () => {
    const { user } = await createMessage();
    await queue(user.id);
    expect(await listOutbox()).toHaveLength(1);
    await queue(user.id, { cause: "another" });
    expect(await listOutbox()).toHaveLength(2);
  });

  it("wakes the sender only if a message was added", async () => {
    const wakeUps: unknown[] = [];
    const MAIL_QUEUE = { send: async (message: unknown) => void wakeUps.push(message) };
    const user = await createUser();
    await queue(user.id, {}, START, { MAIL_QUEUE });
    expect(wakeUps).toEqual([]);
    await insertPushDevice(user.id);
    await queue(user.id, {}, START, { MAIL_QUEUE });
    expect(wakeUps).toEqual([{ wake: "outbox" }]);
  });

  it("cuts long texts, so that the message fits", async () => {
    const { browser } = await createMessage({ title: "😀".repeat(5000), body: "ș".repeat(5000) });
    await deliverPushes(jobContextAt(START));
    const [message] = service.read(browser);
    expect(message?.title).toBe(`${"😀".repeat(119)}…`);
    expect(message?.body).toHaveLength(300);
  });
});

describe("deliverPushes", () => {
  it("sends a message once, encrypted for the browser and signed by the site", async () => {
    const { browser } = await createMessage();
    expect(await deliverPushes(jobContextAt(START))).toBeNull();
    expect(await deliverPushes(jobContextAt(START + SECOND))).toBeNull();
    expect(service.read(browser)).toEqual([
      { title: "Mesaj nou", body: "Despre „Matematică”", path: "/ro/enquiries/a" },
    ]);
    const headers = service.received[0]?.headers;
    expect(headers?.get("ttl")).toBe("86400");
    expect(headers?.get("topic")).toMatch(/^[\w-]{1,32}$/);
    expect(headers?.get("content-encoding")).toBe("aes128gcm");
    const audience = "https://push.example.com";
    const expectedKey = bindings.VAPID_PUBLIC_KEY as string;
    await expect(
      verifyVapid(headers?.get("authorization") ?? undefined, { audience, expectedKey, now: START }),
    ).resolves.toEqual({ subject: "mailto:contact@catedra.test" });
    expect(await listOutbox()).toEqual([]);
  });

  it("names one topic for messages about one page, of which the service stores only the newest", async () => {
    const { user } = await createMessage();
    await queue(user.id, { cause: "second" });
    await queue(user.id, { cause: "other", path: "/enquiries/b" });
    await deliverPushes(jobContextAt(START));
    expect(new Set(service.received.map(({ headers }) => headers.get("topic"))).size).toBe(2);
    expect(service.received).toHaveLength(3);
  });

  it("sends each message once when several runs overlap", async () => {
    const user = await createUser();
    const browsers = Array.from({ length: 12 }, createBrowser);
    for (const browser of browsers) await insertPushDevice(user.id, browser);
    await queue(user.id);
    service.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Response(null, { status: 201 });
    };
    await Promise.all(Array.from({ length: 5 }, () => deliverPushes(jobContextAt(START))));
    expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(
      browsers.map(({ endpoint }) => endpoint).sort(),
    );
  });

  it("sends at most one batch of a run to a slow push service, so that others do not wait for it", async () => {
    const user = await createUser();
    const slow = Array.from({ length: 12 }, () => {
      const browser = createBrowser();
      return { ...browser, endpoint: browser.endpoint.replace("push.example.com", "slow.example.com") };
    });
    for (const browser of slow) await insertPushDevice(user.id, browser);
    await queue(user.id);
    const other = await createUser();
    await insertPushDevice(other.id);
    await queue(other.id, {}, START + SECOND);
    let now = START + 2 * SECOND;
    service.answer = ({ endpoint }) => {
      if (endpoint.includes("slow")) now += 10 * SECOND;
      return new Response(null, { status: 201 });
    };
    const ctx = { ...jobContextAt(now), clock: () => now };
    expect(await deliverPushes(ctx)).toBe(0);
    const hosts = service.received.map(({ endpoint }) => new URL(endpoint).host);
    expect(hosts).toEqual([...Array(5).fill("slow.example.com"), "push.example.com"]);
    for (const left of [2, 0]) {
      await deliverPushes(ctx);
      expect(await listOutbox()).toHaveLength(left);
    }
  });

  it.each([404, 410])("deletes a device that answers %i, with its other messages", async (status) => {
    const { user, deviceId } = await createMessage();
    const otherId = await insertPushDevice(user.id);
    await queue(user.id, { cause: "later" }, START + SECOND);
    service.answer = ({ endpoint }) =>
      new Response(null, { status: endpoint === service.received[0]?.endpoint ? status : 201 });
    await deliverPushes(jobContextAt(START));
    expect(await hasDevice(deviceId)).toBe(false);
    expect(await hasDevice(otherId)).toBe(true);
    expect((await listOutbox()).map(({ subscriptionId }) => subscriptionId)).toEqual([otherId]);
  });

  it("retries after growing pauses for a day, then gives up", async () => {
    await createMessage();
    service.answer = () => new Response(null, { status: 500 });
    let now = START;
    const pauses: number[] = [];
    for (let run = 0; run < 40 && (await listOutbox()).length > 0; run++) {
      const next = await deliverPushes(jobContextAt(now));
      if (next === null) break;
      pauses.push(next);
      now += next * SECOND;
    }
    expect(pauses.slice(0, 7)).toEqual([10, 60, 300, 900, 3600, 3600, 3600]);
    expect(now).toBe(START + DAY);
    expect(await listOutbox()).toEqual([]);
    expect(service.received.at(-1)?.headers.get("ttl")).toBe("0");
  });

  it("retries after a network failure", async () => {
    const { browser } = await createMessage();
    service.answer = () => Promise.reject(new TypeError("connection refused"));
    expect(await deliverPushes(jobContextAt(START))).toBe(10);
    service.answer = () => new Response(null, { status: 201 });
    expect(await deliverPushes(jobContextAt(START + 10 * SECOND))).toBeNull();
    expect(service.read(browser)).toHaveLength(2);
  });

  it.each([
    ["seconds", "120", 120],
    ["a date", new Date(START + 90 * SECOND).toUTCString(), 90],
    ["less than the first pause", "1", 10],
    ["more than a day", "9000000", DAY / SECOND],
    ["nonsense", "soon", 10],
  ])("waits as a 429 asks by %s", async (_, header, seconds) => {
    await createMessage();
    service.answer = () => new Response(null, { status: 429, headers: { "retry-after": header } });
    expect(await deliverPushes(jobContextAt(START))).toBe(seconds);
  });

  it.each([400, 401, 403, 413, 301])(
    "drops the message that a service refuses by %i, not the device",
    async (status) => {
      const { deviceId } = await createMessage();
      service.answer = () =>
        new Response(null, { status, headers: { location: "https://elsewhere.example.com/" } });
      expect(await deliverPushes(jobContextAt(START))).toBeNull();
      expect(service.received).toHaveLength(1);
      expect(await listOutbox()).toEqual([]);
      expect(await hasDevice(deviceId)).toBe(true);
    },
  );

  it("keeps a message that another run claimed", async () => {
    await createMessage();
    service.answer = async () => {
      // The claim expires while the service answers, and another run fails at the message meanwhile.
      if (service.received.length === 1) await deliverPushes(jobContextAt(START + 60 * SECOND));
      return new Response(null, { status: 500 });
    };
    await deliverPushes(jobContextAt(START));
    expect(await listOutbox()).toMatchObject([{ attempts: 2, nextAttemptTs: START + 120 * SECOND }]);
  });

  it("without the settings nothing is sent, and waiting messages are dropped", async () => {
    await createMessage();
    const ctx = { ...jobContextAt(START), push: null };
    expect(await deliverPushes(ctx)).toBeNull();
    expect(service.received).toEqual([]);
    expect(await listOutbox()).toEqual([]);
  });

  it("logs the push service's host, never the endpoint", async () => {
    await createMessage();
    service.answer = () => new Response(null, { status: 500 });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await deliverPushes(jobContextAt(START));
    const lines = JSON.stringify(warn.mock.calls);
    expect(lines).toContain("push.example.com");
    expect(lines).not.toContain("https://push.example.com");
  });

  it("is run by the queue, which wakes itself for the next attempt", async () => {
    const { user } = await createMessage();
    await db.delete(pushOutbox);
    await queue(user.id, {}, Date.now() - SECOND);
    service.answer = () => new Response(null, { status: 500 });
    const delays: unknown[] = [];
    const MAIL_QUEUE = { send: async (_: unknown, options: unknown) => void delays.push(options) };
    const batch = { messages: [], ackAll() {} } as unknown as MessageBatch<{ wake: "outbox" }>;
    await runQueue(batch, { ...bindings, MAIL_QUEUE } as never, createExecutionContext());
    expect(service.received).toHaveLength(1);
    expect(delays).toEqual([{ delaySeconds: 10 }]);
  });
});
