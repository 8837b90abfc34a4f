import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { toDeviceKey, toSightingNetworkKey } from "@/auth/sightings";
import { sessions, teacherSightings } from "@/db/schema";
import { parseConfig } from "@/env";
import { findTeacherSighting } from "@/features/reviews/find-teacher-sighting";
import { runSchedule } from "@/jobs";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { createUserWithPassword, PASSWORD, requestToken } from "../../helpers/accounts";
import { type Actor, app, db, type Jar, newJar } from "../../helpers/app";

const FROM_HOME = { "cf-connecting-ip": "203.0.113.7" };
const FROM_SCHOOL = { "cf-connecting-ip": "2001:db8:1:2::3" };

const createTeacherWithPassword = () => createUserWithPassword({ role: "t" });
const signInFrom = (email: string, headers: Record<string, string>, as: Actor) =>
  requestToken({ email, headers, as });
const listSightings = (userId: string) =>
  db.query.teacherSightings.findMany({
    where: eq(teacherSightings.userId, userId),
    columns: { kind: true, key: true, lastTs: true },
    orderBy: (row) => [row.kind, row.key],
  });

const toKeys = (jar: Jar, network: string) => {
  const config = parseConfig(app.bindings);
  const device = jar.get("device");
  return {
    deviceKey: device ? toDeviceKey({ config }, device) : null,
    networkKey: toSightingNetworkKey({ config, network }),
  };
};
const find = (teacherId: string, jar: Jar, network: string) =>
  findTeacherSighting({ db, now: app.clock.now }, teacherId, toKeys(jar, network));

it("sets the device cookie at sign-in, keeps its value, and stores only keyed hashes", async () => {
  const teacher = await createTeacherWithPassword();
  const jar = newJar();
  const answer = await signInFrom(teacher.email, FROM_HOME, jar);
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("device="));
  expect(cookie).toMatch(/^device=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const device = jar.get("device");
  const { deviceKey, networkKey } = toKeys(jar, "203.0.113.7");
  expect(await listSightings(teacher.id)).toEqual([
    { kind: "device", key: deviceKey, lastTs: app.clock.now },
    { kind: "network", key: networkKey, lastTs: app.clock.now },
  ]);
  expect(JSON.stringify(await listSightings(teacher.id))).not.toContain(device);

  await app.post("/sign-in", { form: { email: teacher.email, password: PASSWORD }, as: jar });
  expect(jar.get("device")).toBe(device);
  const rows = await db.query.sessions.findMany({ where: eq(sessions.userId, teacher.id) });
  expect(rows.map((row) => row.deviceKey)).toEqual([deviceKey]);
});

it("replaces a malformed device cookie and stores nothing about learners", async () => {
  const learner = await createUserWithPassword();
  const jar: Actor = new Map([["device", "x".repeat(9000)]]);
  await signInFrom(learner.email, FROM_HOME, jar);
  expect(jar.get("device")).toMatch(/^[\w-]{22}$/);
  await app.get("/profile", { as: jar, headers: FROM_SCHOOL });
  expect(await listSightings(learner.id)).toEqual([]);
});

it("stores the network of later visits and refreshes, and a repeated one at most once an hour", async () => {
  const teacher = await createTeacherWithPassword();
  const jar = newJar();
  await signInFrom(teacher.email, FROM_HOME, jar);
  const signedInTs = app.clock.now;
  app.clock.now += HOUR_MS / 2;
  await app.get("/profile", { as: jar, headers: FROM_SCHOOL });
  expect((await listSightings(teacher.id)).map(({ kind, lastTs }) => [kind, lastTs - signedInTs])).toEqual(
    expect.arrayContaining([
      ["device", 0],
      ["network", 0],
      ["network", HOUR_MS / 2],
    ]),
  );
  app.clock.now += HOUR_MS / 2;
  await app.post("/auth/users/refresh", { as: jar, headers: FROM_HOME });
  const rows = await listSightings(teacher.id);
  expect(rows).toHaveLength(3);
  expect(rows.map(({ lastTs }) => lastTs - signedInTs).sort((a, b) => a - b)).toEqual([
    HOUR_MS / 2,
    HOUR_MS,
    HOUR_MS,
  ]);
});

it("finds a live session, then the device, then the network, for 30 days", async () => {
  const teacher = await createTeacherWithPassword();
  const other = await createTeacherWithPassword();
  const jar = newJar();
  await signInFrom(teacher.email, FROM_SCHOOL, jar);
  expect(await find(teacher.id, jar, "2001:db8:1:2::/64")).toBe("session");
  expect(await find(teacher.id, newJar(), "2001:db8:1:2::/64")).toBe("network");
  expect(await find(teacher.id, newJar(), "203.0.113.7")).toBeNull();
  expect(await find(other.id, jar, "2001:db8:1:2::/64")).toBeNull();
  await db.delete(sessions).where(eq(sessions.userId, teacher.id));
  expect(await find(teacher.id, jar, "203.0.113.7")).toBe("device");
  app.clock.now += 30 * DAY_MS;
  expect(await find(teacher.id, jar, "2001:db8:1:2::/64")).toBeNull();
});

it("deletes sightings 30 days after the last use", async () => {
  const teacher = await createTeacherWithPassword();
  await signInFrom(teacher.email, FROM_HOME, newJar());
  const sweep = (now: number) =>
    runSchedule("sweep-auth-rows", app.bindings, { waitUntil: () => {} }, undefined, () => now);
  await sweep(app.clock.now + 30 * DAY_MS - 1);
  expect(await listSightings(teacher.id)).toHaveLength(2);
  await sweep(app.clock.now + 30 * DAY_MS);
  expect(await listSightings(teacher.id)).toEqual([]);
});
