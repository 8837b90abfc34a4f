import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listingImages, listings } from "@/db/schema";
import { sweepUnusedPictures } from "@/features/listings";
import { newId } from "@/shared/ids";
import { app, db, expectPage, expectStatus, expectText, type Jar } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, signIn, type User } from "../../helpers/factories";
import { fieldValues, listingForm } from "../../helpers/listing-form";
import { createFile, jpegWithPlace, PLACE_MARK, pngBytes, readBytes } from "../../helpers/pictures";
import { servicesAt } from "../../helpers/services";

let teacher: User;
let jar: Jar;

beforeEach(async () => {
  teacher = await createTeacher();
  jar = await signIn(teacher);
});

const listPictures = (listingId: string) =>
  db.query.listingImages.findMany({
    where: eq(listingImages.listingId, listingId),
    orderBy: listingImages.position,
  });
const create = (form: FormData) => app.post("/tutoring/create", { body: form, as: jar });
const publish = (id: string) =>
  db
    .update(listings)
    .set({ state: "published", expiresTs: app.clock.now + 1000 })
    .where(eq(listings.id, id));
const decode = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

describe("POST /tutoring/create with pictures", () => {
  it("stores pictures re-encoded, without metadata, and serves them", async () => {
    const jpeg = await jpegWithPlace();
    expect(decode(jpeg)).toContain(PLACE_MARK);
    const id = newId();
    await expectStatus(
      create(listingForm({ id }, [createFile(jpeg, "eu.jpg"), createFile(await pngBytes(60, 40), "2.png")])),
      303,
    );
    const images = await listPictures(id);
    expect(images.map(({ position, width, height }) => [position, width, height])).toEqual([
      [0, 640, 480],
      [1, 60, 40],
    ]);

    await publish(id);
    const path = `/images/listings/${id}/${images[0]?.file}`;
    const served = await expectStatus(app.get(path), 200);
    expect(served.headers.get("content-type")).toBe("image/webp");
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const bytes = await readBytes(served.body as ReadableStream);
    expect(decode(bytes.slice(0, 4))).toBe("RIFF");
    expect(decode(bytes)).not.toContain(PLACE_MARK);
    expect(decode(bytes)).not.toContain("EXIF");

    const card = await expectStatus(app.get(path.replace(".webp", "-480.webp")), 200);
    await card.body?.cancel();
  });

  it("keeps valid pictures of an invalid form, so they need not be chosen again", async () => {
    const id = newId();
    const first = await expectStatus(
      create(listingForm({ id, title: "" }, [createFile(await pngBytes(50, 50), "1.png")])),
      422,
    );
    const pictures = fieldValues(await first.text(), "picture");
    expect(pictures.length).toBe(1);
    expect((await listPictures(id))[0]?.position).toBeNull();

    await expectStatus(
      create(
        listingForm({ id, picture: ["new:0", ...pictures] }, [createFile(await pngBytes(70, 50), "2.png")]),
      ),
      303,
    );
    expect((await listPictures(id)).map(({ position, width }) => [position, width])).toEqual([
      [0, 70],
      [1, 50],
    ]);
  });

  it.each([
    [
      "not a picture",
      () => createFile(Uint8Array.from(new TextEncoder().encode("<svg onload=alert(1)>")), "poza.jpg"),
      "is not a picture",
    ],
    ["too large", () => createFile(new Uint8Array(5 * 1024 * 1024 + 1), "mare.jpg"), "at most 5 MB"],
  ])(
    "returns 422 for a file that is %s, with its name, and keeps the rest",
    async (_, createBadFile, message) => {
      const id = newId();
      const bad = await createBadFile();
      const answer = await expectStatus(
        create(listingForm({ id }, [createFile(await pngBytes(50, 50), "buna.png"), bad])),
        422,
      );
      const html = await answer.text();
      expectText(html, `“${bad.name}”`, message, "Matematică pentru Bacalaureat, pas cu pas");
      expect(fieldValues(html, "picture").length).toBe(1);
    },
  );

  it("returns 422 for a sixth picture and keeps five", async () => {
    const six = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => createFile(await pngBytes(20 + n, 20), `${n}.png`)),
    );
    const html = await expectPage(create(listingForm({}, six)), 422);
    expectText(html, "6.png");
    expect(fieldValues(html, "picture").length).toBe(5);
  });

  it("moves and removes pictures by buttons, without JavaScript", async () => {
    const id = newId();
    const two = [createFile(await pngBytes(31, 20), "1.png"), createFile(await pngBytes(32, 20), "2.png")];
    const [first, other] = fieldValues(
      await (await create(listingForm({ id, title: "" }, two))).text(),
      "picture",
    );
    const moved = await expectStatus(
      create(listingForm({ id, picture: [first ?? "", other ?? ""], intent: `up:${other}` })),
      200,
    );
    expect(fieldValues(await moved.text(), "picture")).toEqual([other, first]);
    const removed = await create(
      listingForm({ id, picture: [first ?? "", other ?? ""], intent: `remove:${first}` }),
    );
    expect(fieldValues(await removed.text(), "picture")).toEqual([other]);
  });
});

describe("GET /images/listings/{id}/{file}", () => {
  const upload = async () => {
    const id = newId();
    await create(listingForm({ id }, [createFile(await pngBytes(50, 50), "1.png")]));
    const [image] = await listPictures(id);
    return { id, path: `/images/listings/${id}/${image?.file}` };
  };

  it("shows pictures of hidden listings only to the owner and admins, uncached", async () => {
    const { path } = await upload();
    const stranger = await createTeacher();
    const admin = await signIn(await createAdmin());
    await expectStatus(app.get(path), 404);
    await expectStatus(app.get(path, { as: stranger }), 404);
    for (const as of [jar, admin]) {
      const answer = await expectStatus(app.get(path, { as }), 200);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      await answer.body?.cancel();
    }
  });
});

it("job sweep-unused-pictures deletes pictures that no listing used within a day, and no others", async () => {
  const saved = await createListing(teacher, { subject: "p" });
  const id = newId();
  await create(listingForm({ id, title: "" }, [createFile(await pngBytes(50, 50), "1.png")]));
  await db.insert(listingImages).values({
    id: newId(),
    listingId: saved.id,
    ownerId: teacher.id,
    file: `${newId()}.webp`,
    width: 10,
    height: 10,
    position: 0,
    createdTs: app.clock.now,
  });
  const [unused] = await listPictures(id);
  const sweep = (now: number) => sweepUnusedPictures(servicesAt(now));
  expect(await sweep(app.clock.now + 23 * 3_600_000)).toBe(0);
  expect(await sweep(app.clock.now + 25 * 3_600_000)).toBeGreaterThan(0);
  expect(await listPictures(id)).toEqual([]);
  expect((await listPictures(saved.id)).length).toBe(1);
  await expectStatus(app.get(`/images/listings/${id}/${unused?.file}`), 404);
});
