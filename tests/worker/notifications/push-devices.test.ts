import { beforeEach, describe, expect, it } from "vitest";
import { pushOutbox, pushSubscriptions } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createUserWithPassword, PASSWORD, requestToken, signInByEmail } from "../../helpers/accounts";
import { type Actor, app, createTestApp, db, expectStatus, newJar } from "../../helpers/app";
import { createUser, listRows } from "../../helpers/factories";
import { createBrowser, insertPushDevice, type TestBrowser } from "../../helpers/push";

const API = paths.apiPushSubscriptions();
const PAGE = paths.notifications();

beforeEach(async () => void (await db.delete(pushSubscriptions)));

const listDevices = (userId: string) => listRows(pushSubscriptions, { userId });

/** A signed-in user with a call as its page's script sends it. */
async function createVisitor() {
  const user = await createUserWithPassword();
  const { jar, token } = await signInByEmail(user.email);
  const call = (method: string, json?: unknown) =>
    app.request(API, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { json }),
    });
  const save = ({ endpoint, keys }: TestBrowser, more = {}) =>
    call("POST", { endpoint, keys, expirationTime: null, ...more });
  return { user, jar, call, save };
}

describe("POST /api/push-subscriptions", () => {
  it("saves a browser with the name of its device", async () => {
    const { user, save } = await createVisitor();
    const browser = createBrowser();
    const answer = await expectStatus(save(browser), 201);
    const [row] = await listDevices(user.id);
    expect(row).toMatchObject({ endpoint: browser.endpoint, ...browser.keys, device: "Firefox, Linux" });
    expect(await answer.json()).toEqual({
      content: {
        _id: row?.id,
        device: "Firefox, Linux",
        created_ts: { seconds: app.clock.now / 1000, nanoseconds: 0 },
      },
    });
  });

  it("saving a browser again updates its keys", async () => {
    const { user, save } = await createVisitor();
    const browser = createBrowser();
    await save(browser);
    const [before] = await listDevices(user.id);
    const { keys } = createBrowser();
    await expectStatus(save({ ...browser, keys }), 201);
    expect(await listDevices(user.id)).toEqual([{ ...before, ...keys }]);
  });

  it("a browser belongs to the user who saved it last, without the messages to the one before", async () => {
    const [first, second] = [await createVisitor(), await createVisitor()];
    const browser = createBrowser();
    await first.save(browser);
    const [row] = await listDevices(first.user.id);
    const message = { id: newId(), payload: "{}", createdTs: 0, nextAttemptTs: 0 };
    await db.insert(pushOutbox).values({ ...message, subscriptionId: row?.id ?? "" });
    await expectStatus(second.save(browser), 201);
    expect(await listDevices(first.user.id)).toEqual([]);
    expect(await listDevices(second.user.id)).toHaveLength(1);
    expect(await db.select().from(pushOutbox)).toEqual([]);
  });

  it("accepts 20 devices, also in parallel, and updates them at the limit", async () => {
    const { user, save } = await createVisitor();
    for (let n = 0; n < 18; n++) await insertPushDevice(user.id);
    const browsers = Array.from({ length: 4 }, createBrowser);
    const answers = await Promise.all(browsers.map((browser) => save(browser)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({
      title: "too_many_push_devices",
      detail: "You already have notifications on 20 devices. Remove one first.",
    });
    const devices = await listDevices(user.id);
    expect(devices).toHaveLength(20);
    const saved = browsers.find(({ endpoint }) => devices.some((device) => device.endpoint === endpoint));
    expect(saved && (await save(saved)).status).toBe(201);
  });

  it.each([
    ["a private address", "https://192.168.0.1/a"],
    ["this site", "https://catedra.test/webhooks/stripe"],
    ["a URL of 1,001 characters", `https://push.example.com/${"a".repeat(976)}`],
  ])("refuses an endpoint with %s", async (_, endpoint) => {
    const { user, save } = await createVisitor();
    const answer = await expectStatus(save({ ...createBrowser(), endpoint }), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "endpoint" }] });
    expect(await listDevices(user.id)).toEqual([]);
  });
});

describe("removing a device", () => {
  it("works by id and by endpoint, for one's own devices only", async () => {
    const [owner, other] = [await createVisitor(), await createVisitor()];
    const [first, second] = [createBrowser(), createBrowser()];
    const id = await insertPushDevice(owner.user.id, first);
    await insertPushDevice(owner.user.id, second);
    await expectStatus(other.call("DELETE", { _id: id }), 404);
    await expectStatus(other.call("DELETE", { endpoint: second.endpoint }), 404);
    await expectStatus(owner.call("DELETE", { _id: id, endpoint: second.endpoint }), 422);
    expect(await listDevices(owner.user.id)).toHaveLength(2);
    await expectStatus(owner.call("DELETE", { _id: id }), 204);
    await expectStatus(owner.call("DELETE", { endpoint: second.endpoint }), 204);
    expect(await listDevices(owner.user.id)).toEqual([]);
  });

  it("works on the page without script, in both languages", async () => {
    for (const prefix of ["", "/ro"]) {
      const user = await createUser();
      const id = await insertPushDevice(user.id, createBrowser(), { device: "Firefox, Windows" });
      const page = await app.read(prefix + PAGE, { as: user });
      expect(page).toContain("Firefox, Windows");
      const answer = await app.post(prefix + paths.removePushDevice(), { as: user, form: { device: id } });
      expect(answer.headers.get("location")).toBe(`${prefix}${PAGE}?done=removed`);
      expect(await listDevices(user.id)).toEqual([]);
      // Again, as from a second tab.
      await expectStatus(
        app.post(prefix + paths.removePushDevice(), { as: user, form: { device: id } }),
        303,
      );
    }
  });
});

describe("the page", () => {
  const open = async (jar: Actor, site = app) => (await site.get(PAGE, { as: jar })).text();

  it("offers the button unless this device gets push messages already", async () => {
    const { jar, save } = await createVisitor();
    expect(await open(jar)).toContain("Turn on for this device");
    await save(createBrowser());
    const page = await open(jar);
    expect(page).toContain("This device");
    expect(page).not.toContain("Turn on for this device");
  });

  it("offers nothing without the settings, but devices can still be removed", async () => {
    const site = createTestApp({
      VAPID_PUBLIC_KEY: undefined,
      VAPID_PRIVATE_KEY: undefined,
      VAPID_SUBJECT: undefined,
    });
    const { user, jar } = await createVisitor();
    expect(await open(jar, site)).not.toContain("Push messages");
    await insertPushDevice(user.id, createBrowser(), { device: "Safari, macOS" });
    const page = await open(jar, site);
    expect(page).toContain("Safari, macOS");
    expect(page).not.toContain("Turn on for this device");
  });
});

describe("push messages end with the session", () => {
  it("when its user signs out, but not on other devices", async () => {
    const { user, jar, save } = await createVisitor();
    await save(createBrowser());
    const other = await insertPushDevice(user.id);
    await expectStatus(app.post(paths.signOut(), { as: jar }), 303);
    expect((await listDevices(user.id)).map(({ id }) => id)).toEqual([other]);
  });

  it("when its device is signed out in the settings, and on all other devices with theirs", async () => {
    const { user, jar, save } = await createVisitor();
    await save(createBrowser());
    const [current] = await listDevices(user.id);
    const sessionId = newId();
    await insertPushDevice(user.id, createBrowser(), { sessionId });
    await insertPushDevice(user.id);
    const end = (action: "end-session" | "end-other-sessions", form = {}) =>
      app.post(paths.settingsAction(action), { as: jar, form });
    await end("end-session", { session: sessionId });
    expect(await listDevices(user.id)).toHaveLength(2);
    await end("end-other-sessions");
    expect((await listDevices(user.id)).map(({ id }) => id)).toEqual([current?.id]);
  });

  it("not of another user's session", async () => {
    const [owner, other] = [await createVisitor(), await createVisitor()];
    const sessionId = newId();
    await insertPushDevice(owner.user.id, createBrowser(), { sessionId });
    const form = { session: sessionId };
    await app.post(paths.settingsAction("end-session"), { as: other.jar, form });
    expect(await listDevices(owner.user.id)).toHaveLength(1);
  });

  it("on every other device when the password changes", async () => {
    const { user, jar } = await createVisitor();
    await insertPushDevice(user.id);
    const form = { current_password: PASSWORD, password: "creta alba pe tabla neagra" };
    await expectStatus(app.post(paths.settingsAction("password"), { as: jar, form }), 303);
    expect(await listDevices(user.id)).toEqual([]);
  });

  it("not when it expires", async () => {
    const { user, save } = await createVisitor();
    await save(createBrowser());
    await db.run("delete from sessions");
    expect(await listDevices(user.id)).toHaveLength(1);
    await expectStatus(requestToken({ email: user.email, as: newJar() }), 200);
    expect(await listDevices(user.id)).toHaveLength(1);
  });
});
