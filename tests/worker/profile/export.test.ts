import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "@/context";
import { teacherInformation } from "@/db/schema";
import { eraseProfileStatements, exportProfile } from "@/features/profile";
import { createUserWithPassword } from "../../helpers/accounts";
import { createTestApp, db } from "../../helpers/app";
import { findUser } from "../../helpers/factories";
import { createTeacherWithProfile } from "./helpers";

const app = createTestApp();
const ctx = { db } as unknown as Ctx;

test("contains every column of the account and of the teacher information, except the password hash", async () => {
  const { id } = await createTeacherWithProfile(app, {
    passwordHash: "$argon2id$secret",
    disabledTs: app.clock.now,
    disabledBy: "self",
    profilePicture: "webp",
    pictureTs: app.clock.now,
    locale: "ro",
  });
  const text = JSON.stringify(await exportProfile(ctx, id));
  expect(text).not.toContain("argon2id");
  const user = await findUser(id);
  const teacher = await db.query.teacherInformation.findFirst({ where: eq(teacherInformation.userId, id) });
  // The end of the badges follows from the documents, which are a section of their own.
  const { passwordHash: _, checkedUntilTs: __, ...stored } = { ...teacher, ...user };
  for (const [column, value] of Object.entries(stored)) {
    const exportedValue = /Ts$/.test(column) ? { seconds: Number(value) / 1000, nanoseconds: 0 } : value;
    expect([column, text.includes(JSON.stringify(exportedValue))]).toEqual([column, true]);
  }
});

test("former teacher information is exported and erased after a change of role", async () => {
  const { id } = await createTeacherWithProfile(app, { role: "u" });
  expect((await exportProfile(ctx, id))?.teacher_information?.job).toBe("Profesor");
  for (const statement of eraseProfileStatements(ctx, id)) await db.batch([statement]);
  expect(
    await db.query.teacherInformation.findFirst({ where: eq(teacherInformation.userId, id) }),
  ).toBeUndefined();
  expect((await exportProfile(ctx, id))?.teacher_information).toBeNull();
});

test("is null for an unknown user, and has no teacher_information for a learner", async () => {
  expect(await exportProfile(ctx, "0000000000000000")).toBeNull();
  const learner = await createUserWithPassword(app);
  expect((await exportProfile(ctx, learner.id))?.teacher_information).toBeNull();
});
