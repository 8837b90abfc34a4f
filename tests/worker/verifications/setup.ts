import { eq, sql } from "drizzle-orm";
import { auditLog, users, verifications } from "@/db/schema";
import { refreshBadgesStatement } from "@/features/verifications";
import type { VerificationState } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { app, db } from "../../helpers/app";
import { createAdmin, createListing, createTeacher } from "../../helpers/factories";
import { pngBytes } from "../../helpers/pictures";
import { type Bearer, call, createBearer, listKeys } from "../../helpers/storage-fixture";

type Verification = typeof verifications.$inferInsert;

let count = 0;

/** A diploma checked for the user's name by default, inserted directly. */
export async function insertVerification(
  userId: string,
  overrides: Partial<Verification> = {},
): Promise<string> {
  const id = newId();
  count++;
  const insert = db.insert(verifications).values({
    id,
    userId,
    kind: "diploma",
    proves: "Licență în matematică",
    state: "approved",
    files: [],
    issuer: "Universitatea din București",
    documentDate: "2010-07-01",
    checkedName: sql`(select trim(first_name || ' ' || last_name) from users where id = ${userId})`,
    createdTs: app.clock.now - count,
    decidedTs: app.clock.now - count,
    ...overrides,
  });
  await db.batch([insert, refreshBadgesStatement({ db }, eq(users.id, userId))]);
  return id;
}

export const PDF = new TextEncoder().encode("%PDF-1.7\nstatements\n%%EOF") as Uint8Array<ArrayBuffer>;

/** A teacher with a listing, and an admin, each with an API client. */
export async function createSite() {
  const teacher = await createTeacher({ firstName: "Ana", lastName: "Popa" });
  const listing = await createListing(teacher);
  const admin = await createAdmin();
  const as = await createBearer(teacher);
  const asAdmin = await createBearer(admin);
  const folder = `private/verifications/${teacher.id}`;
  return {
    teacher,
    listing,
    admin,
    as,
    asAdmin,
    folder,
    /** Uploads a file in one request; its path as stored. */
    async upload(name: string, bytes?: Uint8Array<ArrayBuffer>): Promise<string> {
      const answer = await call(as, "PUT", `/storage/${folder}/${name}`, {
        body: bytes ?? (await pngBytes(40, 30)),
      });
      const { content } = (await answer.json()) as { content: { path: string } };
      return content.path;
    },
    /** An open request with a picture and a PDF; its id. */
    async request(kind = "diploma", more: object = {}): Promise<string> {
      const files = [await this.upload(`${newId()}.png`), await this.upload(`${newId()}.pdf`, PDF)];
      const answer = await requestCheck(as, { kind, files: files.map((path) => ({ path })), ...more });
      const { content } = (await answer.json()) as { content: { _id: string } };
      return content._id;
    },
    /** Opens both files of the request, then approves it. */
    async approve(id: string, more: object = {}): Promise<Response> {
      for (const n of [1, 2]) await openFile(asAdmin, id, n);
      return approve(asAdmin, id, more);
    },
    reject: (id: string, more: object = {}) =>
      call(asAdmin, "POST", `/api/admin/verifications/${id}/reject`, {
        json: { reason: "unreadable", text: "Nu se vede data.", ...more },
      }),
    listFiles: () => listKeys(`${folder}/`),
  };
}
export type Site = Awaited<ReturnType<typeof createSite>>;

export const openFile = (as: Bearer, id: string, n: number) =>
  call(as, "GET", `/api/admin/verifications/${id}/files/${n}`);

export const approve = (as: Bearer, id: string, more: object = {}) =>
  call(as, "POST", `/api/admin/verifications/${id}/approve`, {
    json: { proves: "Licență", issuer: "Universitatea din Cluj", document_date: "2010-07-01", ...more },
  });

export const requestCheck = (as: Bearer, json: unknown) => call(as, "POST", "/api/verifications", { json });

export async function findState(id: string): Promise<VerificationState | undefined> {
  const [row] = await db.select().from(verifications).where(sql`id = ${id}`);
  return row?.state;
}

/** The audit events of a request, oldest first. */
export const listEvents = (id: string) =>
  db
    .select({ action: auditLog.action, detail: auditLog.detail, actorId: auditLog.actorId })
    .from(auditLog)
    .where(sql`subject = ${`verification:${id}`}`)
    .orderBy(sql`rowid`);
