import { beforeEach, describe, expect, it } from "vitest";

import { eraseStorageStatements, exportStorage } from "@/features/storage";

import { app, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createUser, findUser, type User } from "../../helpers/factories";

import { createFile, longPng, pngBytes } from "../../helpers/pictures";
import { servicesAt } from "../../helpers/services";
import { appendBytes, createBearer, createUpload, KB, listKeys } from "../../helpers/storage-fixture";

const MB = KB * KB;
let user: User;
beforeEach(async () => {
  user = await createUser();
});

function createPictureForm(file?: File): FormData {
  const form = new FormData();
  if (file) form.set("picture", file);
  return form;
}
const post = (body: FormData, path = "/profile/picture") => app.post(path, { body, as: user });

describe("POST /profile/picture", () => {
  it("redirects; the picture is shown on the profile, and can be removed", async () => {
    await expectRedirect(
      post(createPictureForm(createFile(await longPng(2 * MB), "eu.png"))),
      "/profile?done=picture",
    );
    const { id } = user;
    const html = await app.read("/profile?done=picture", { as: user });
    expectText(html, "Your new picture is saved.");
    expect(html).toContain(`src="/images/profile-pictures/${id}.webp?w=96&amp;v=${app.clock.now}"`);

    const form = new FormData();
    form.set("intent", "remove");
    await expectRedirect(post(form), "/profile?done=pictureRemoved");
    expect(await findUser(user.id)).toMatchObject({ profilePicture: null, pictureTs: null });
    expect(await app.read("/profile", { as: user })).not.toContain('src="/images/profile-pictures/');
    await expectStatus(post(form), 303);
  });

  it.each<[number, string, () => Promise<File | undefined> | File, string]>([
    [422, "no file", async () => undefined, "Alegeți întâi o fotografie."],
    [
      422,
      "no picture",
      () => createFile(new Uint8Array(9), "scrisoare.jpg"),
      "Nu putem citi „scrisoare.jpg”",
    ],
    [413, "more than 5 MB", async () => createFile(await longPng(5 * MB + 1), "mare.png"), "cel mult 5 MB"],
    [
      422,
      "too many pixels",
      async () => createFile(await pngBytes(100_000, 100_000, false), "mare.png"),
      "cel mult 40 de megapixeli",
    ],
  ])("returns %i and the page with a message for %s", async (status, _, make, message) => {
    const html = await expectPage(post(createPictureForm(await make()), "/ro/profile/picture"), status);
    expectText(html, message);
    expect(html).toMatch(/id="error-summary" autofocus=""[\s\S]*<a href="#field-picture"><strong>Fotografia/);
    expect((await findUser(user.id))?.profilePicture).toBeNull();
  });
});

it("stored media of a user is exported, and erased from tables and bucket, including uploads in progress", async () => {
  const as = await createBearer(user);
  const path = `images/profile-pictures/${user.id}.png`;
  await post(createPictureForm(createFile(await pngBytes(9, 9), "a.png")));
  const location = (await createUpload(as, { path, length: 300 * KB })).headers.get("location") ?? "";
  await appendBytes(as, location, 0, new Uint8Array(10));
  const ctx = servicesAt(app.clock.now);
  expect(await exportStorage(ctx, user.id)).toMatchObject([
    { path, filetype: "image/png", length: 300 * KB, received: 10, stored_ts: null },
  ]);
  await ctx.commit(eraseStorageStatements(ctx, user.id));
  expect(await exportStorage(ctx, user.id)).toEqual([]);
  expect(await listKeys("uploads/")).toEqual([]);
  expect(await listKeys(`images/profile-pictures/${user.id}/`)).toEqual([]);
});
