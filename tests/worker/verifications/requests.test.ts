import { beforeEach, describe, expect, it } from "vitest";
import { defineLimit, hitLimit } from "@/db/rate-limits";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createTeacher, createUser, signIn } from "../../helpers/factories";
import { pngBytes } from "../../helpers/pictures";
import { removeCloseListings } from "../../helpers/result-titles";
import { call, createBearer } from "../../helpers/storage-fixture";
import { createSite, findState, listEvents, PDF, requestCheck, type Site } from "./setup";

let site: Site;
beforeEach(async () => {
  site = await createSite();
});

const toFile = (name: string, bytes: Uint8Array<ArrayBuffer>, type = "application/pdf") =>
  new File([bytes], name, { type });

async function countOwn(): Promise<number> {
  const answer = await call(site.as, "GET", "/api/verifications");
  return ((await answer.json()) as { content: unknown[] }).content.length;
}

/** The form of one kind, as a browser sends it without JavaScript. */
async function sendForm(fields: Record<string, string>, files: readonly File[]): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append("files", file);
  return app.post("/profile/verification", { as: await signIn(site.teacher), body });
}

describe("POST /api/verifications", () => {
  it("asks for a check of uploaded files, under any extension, once for each kind", async () => {
    const { as, folder } = site;
    await site.upload("diploma.jpg");
    await site.upload("anexa.pdf", PDF);
    const request = {
      kind: "diploma",
      proves: "Licență  în matematică",
      files: [{ path: `${folder}/diploma.jpg` }, { path: `${folder}/anexa.pdf` }],
    };
    const answer = await expectStatus(requestCheck(as, request), 201);
    const { content } = (await answer.json()) as { content: { _id: string } };
    expect(content).toMatchObject({
      kind: "diploma",
      proves: "Licență în matematică",
      state: "pending",
      files: 2,
      document_date: null,
      ends_ts: null,
    });
    expect(await listEvents(content._id)).toEqual([
      { action: "verification.requested", detail: { kind: "diploma" }, actorId: site.teacher.id },
    ]);
    const own = (await (await call(as, "GET", "/api/verifications")).json()) as { content: unknown[] };
    expect(own.content).toEqual([content]);

    const path = await site.upload("alta.pdf", PDF);
    const second = await expectStatus(requestCheck(as, { kind: "diploma", files: [{ path }] }), 409);
    expect(await second.json()).toMatchObject({ title: "verification_open" });
    await expectStatus(requestCheck(as, { kind: "language", files: [{ path }] }), 201);
  });

  it("lets one of two simultaneous requests of a kind through", async () => {
    const { as } = site;
    const [a, b] = [await site.upload("a.pdf", PDF), await site.upload("b.pdf", PDF)];
    const answers = await Promise.all(
      [a, b].map((path) => requestCheck(as, { kind: "diploma", files: [{ path }] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("refuses other users' paths, files that are not stored or used twice, and too many", async () => {
    const { as, folder } = site;
    const path = await site.upload("a.pdf", PDF);
    const refuse = async (files: { path: string }[], kind = "diploma") =>
      (await requestCheck(as, { kind, files })).status;
    const { id } = await createTeacher();
    expect(await refuse([{ path: `private/verifications/${id}/a.pdf` }])).toBe(403);
    expect(await refuse([{ path: `${folder}/none.pdf` }])).toBe(422);
    expect(await refuse([{ path: `images/profile-pictures/${site.teacher.id}.png` }])).toBe(422);
    expect(await refuse([])).toBe(422);
    expect(await refuse([1, 2, 3, 4].map((n) => ({ path: `${folder}/${n}.pdf` })))).toBe(422);
    expect(await refuse([{ path }], "passport")).toBe(422);
    expect(await refuse([{ path }])).toBe(201);
    expect(await refuse([{ path }], "language")).toBe(422);
    expect(await countOwn()).toBe(1);
  });

  it("is for teachers", async () => {
    site;
    const learner = await createUser();
    const as = await createBearer(learner);
    for (const answer of [
      await requestCheck(as, { kind: "diploma", files: [] }),
      await call(as, "GET", "/api/verifications"),
      await app.get("/profile/verification", { as: learner }),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect((await app.get("/profile/verification")).headers.get("location")).toContain("/sign-in?next=");
  });
});

describe("the form at /profile/verification", () => {
  it("sends files without JavaScript", async () => {
    await expectRedirect(
      sendForm({ kind: "language", proves: "engleză, C1" }, [
        toFile("certificat.pdf", PDF),
        toFile("verso.png", await pngBytes(30, 30), "image/png"),
      ]),
      "/profile/verification?done=sent",
    );
    expect((await site.listFiles()).map((key) => key.split(".").at(-1)).sort()).toEqual(["pdf", "webp"]);
    const as = await signIn(site.teacher);
    for (const [path, text] of [
      ["/profile/verification?done=sent", "2 files"],
      ["/ro/profile/verification", "2 fișiere"],
      // What listings say, in the same words.
      [
        "/ro/profile/verification",
        "„Diplomă văzută pe 20.11.2026: licență în matematică (Universitatea din București)”",
      ],
    ] as const) {
      const page = await (await app.get(path, { as })).text();
      expectText(page, text, "engleză, C1");
    }
  });

  it("keeps accepted files when another is refused", async () => {
    const tooLarge = new Uint8Array(10 * 1024 * 1024 + 1);
    tooLarge.set(PDF);
    const page = await expectPage(
      sendForm({ kind: "diploma", proves: "Licență" }, [
        toFile("bun.pdf", PDF),
        toFile("prea-mare.pdf", tooLarge),
      ]),
      422,
    );
    expect(page).toContain("“prea-mare.pdf” is too large: a file may have at most 10 MB.");
    const path = /name="path"[^>]* value="([^"]+)"/.exec(page)?.[1] ?? "";
    expect(page).toContain(`name="name.${path}" value="bun.pdf"`);
    await expectStatus(sendForm({ kind: "diploma", proves: "Licență", path }, []), 303);
    expect(await countOwn()).toBe(1);
  });

  it("keeps files that were stored before the hourly limit", async () => {
    const { teacher } = site;
    const limit = defineLimit("verification_files");
    for (let n = 0; n < 59; n++) await hitLimit(db, limit, teacher.id, app.clock.now);
    const files = ["unu.pdf", "doi.pdf"].map((name) => toFile(name, PDF));
    const page = await expectPage(sendForm({ kind: "diploma" }, files), 429);
    const path = /name="path"[^>]* value="([^"]+)"/.exec(page)?.[1] ?? "";
    expect(page).toContain(`name="name.${path}" value="unu.pdf"`);
    await expectStatus(sendForm({ kind: "diploma", path }, []), 303);
  });

  it("takes three files of 10 MB, and says which file is no document", async () => {
    const large = new Uint8Array(10 * 1024 * 1024);
    large.set(PDF);
    await expectStatus(
      sendForm(
        { kind: "diploma" },
        ["a.pdf", "b.pdf", "c.pdf"].map((name) => toFile(name, large)),
      ),
      303,
    );
    expect(
      await expectPage(sendForm({ kind: "language" }, [toFile("nota.txt", new Uint8Array(20))]), 422),
    ).toContain("“nota.txt” is not a file we can read");
    await expectStatus(sendForm({ kind: "language" }, []), 422);
    await expectStatus(sendForm({ kind: "diploma" }, [toFile("d.pdf", PDF)]), 409);
  });
});

describe("withdrawing", () => {
  it("an open request deletes its files, and its kind is free again", async () => {
    const { as } = site;
    const id = await site.request();
    await expectStatus(call(as, "DELETE", `/api/verifications/${id}`), 204);
    expect(await findState(id)).toBe("withdrawn");
    expect(await site.listFiles()).toEqual([]);
    await expectStatus(call(as, "DELETE", `/api/verifications/${id}`), 204);
    expect((await listEvents(id)).map(({ action }) => action)).toEqual([
      "verification.requested",
      "verification.withdrawn",
    ]);
    expect(await findState(await site.request())).toBe("pending");
  });

  it("a badge takes it from the listing and the filter", async () => {
    const { teacher, listing } = site;
    const id = await site.request();
    await site.approve(id);
    expect(await app.read(`/tutoring/${listing.id}`)).toContain("Diploma seen on");
    const readResults = async () => removeCloseListings(await app.read("/tutoring?verified=1"));
    expect(await readResults()).toContain(listing.id);
    const answer = await app.post(`/profile/verification/${id}/withdraw`, { as: teacher });
    expect(answer.headers.get("location")).toBe("/profile/verification?done=removed");
    expect(await app.read(`/tutoring/${listing.id}`)).not.toContain("Diploma seen on");
    expect(await readResults()).not.toContain(listing.id);
  });

  it("is for the teacher alone, and not for refused requests", async () => {
    const { as, asAdmin } = site;
    const id = await site.request();
    const stranger = await createBearer(await createTeacher());
    for (const other of [stranger, asAdmin])
      await expectStatus(call(other, "DELETE", `/api/verifications/${id}`), 404);
    await site.reject(id);
    await expectStatus(call(as, "DELETE", `/api/verifications/${id}`), 409);
    expect(await findState(id)).toBe("rejected");
  });
});
