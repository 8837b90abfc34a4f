import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, users, verifications } from "@/db/schema";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { listKeys } from "../../helpers/storage-fixture";
import { insertVerification, PDF } from "./setup";

it("erasing a teacher deletes their documents, all files and their audit events; the admin's name goes with the admin", async () => {
  const teacher = await createUserWithPassword({ role: "t" });
  const { token } = await signInByEmail(teacher.email);
  const folder = `private/verifications/${teacher.id}/`;
  // A file of a request, and one that no request names yet.
  for (const name of ["a.pdf", "b.pdf"])
    await app.request(paths.storage(`${folder}${name}`), { method: "PUT", body: PDF, ...bearer(token) });
  const request = { kind: "diploma", files: [{ path: `${folder}a.pdf` }] };
  const call = { method: "POST", json: request, ...bearer(token) };
  const answer = await app.request(paths.apiVerifications(), call);
  const { content } = (await answer.json()) as { content: { _id: string } };
  expect(await listKeys(folder)).toHaveLength(2);

  const admin = await createUserWithPassword({ role: "a" });
  const decided = await insertVerification(teacher.id, { decidedBy: admin.id });
  const erase = async (email: string) => {
    const session = await signInByEmail(email);
    const json = { password: PASSWORD };
    return app.request(paths.authMe(), { method: "DELETE", json, ...bearer(session.token) });
  };
  await expectStatus(erase(admin.email), 200);
  const [row] = await db.select().from(verifications).where(sql`id = ${decided}`);
  expect(row).toMatchObject({ state: "approved", decidedBy: null });

  await expectStatus(erase(teacher.email), 200);
  expect(await listKeys(folder)).toEqual([]);
  expect(await db.select().from(users).where(sql`id = ${teacher.id}`)).toEqual([]);
  expect(await db.select().from(verifications).where(sql`user_id = ${teacher.id}`)).toEqual([]);
  expect(
    await db
      .select()
      .from(auditLog)
      .where(sql`subject = ${`verification:${content._id}`}`),
  ).toEqual([]);
});
