import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "@/context";
import { teacherInformation } from "@/db/schema";
import { eraseProfileStatements, exportProfile } from "@/features/profile";
import { db } from "../../helpers/app";
import { createTeacherWithProfile } from "./helpers";

const ctx = { db } as unknown as Ctx;

test("former teacher information is exported and erased after a change of role", async () => {
  const { id } = await createTeacherWithProfile({ role: "u" });
  expect((await exportProfile(ctx, id))?.teacher_information?.job).toBe("Profesor");
  for (const statement of eraseProfileStatements(ctx, id)) await db.batch([statement]);
  expect(
    await db.query.teacherInformation.findFirst({ where: eq(teacherInformation.userId, id) }),
  ).toBeUndefined();
  expect((await exportProfile(ctx, id))?.teacher_information).toBeNull();
});
