import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { newId } from "@/shared/ids";
import { ownUserJsonSchema, type PublicUserJson, publicUserJsonSchema } from "@/shared/schemas/user-json";
import { app, expectNoText, expectStatus } from "../../helpers/app";
import { createUser } from "../../helpers/factories";
import { createCaller, createTeacherWithProfile } from "./helpers";

const readContent = async <T = PublicUserJson>(answer: Response) =>
  ((await answer.json()) as { content: T }).content;

describe("GET /auth/users/{id}", () => {
  test("returns 200 for everyone: a teacher's full name and public fields, no contact data", async () => {
    const teacher = await createTeacherWithProfile({ profilePicture: "webp" });
    const answer = await expectStatus(app.get(`/auth/users/${teacher.id}`), 200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const text = await answer.clone().text();
    expectNoText(text, teacher.email, "1990-05-17", "+40", "712345678");
    expect(await readContent(answer)).toEqual({
      _id: teacher.id,
      role: "t",
      first_name: "Ștefan",
      last_name: "Țepeș",
      signup_ts: { seconds: app.clock.now / 1000, nanoseconds: 0 },
      profile_picture: "webp",
      teacher_information: {
        county: "cj",
        neighbourhood: "Zorilor",
        qualifications: ["Gradul didactic I", "Formator național"],
        about: "Predau cu răbdare.\n\nOnline, seara.",
        job: "Profesor",
        employer: "Liceul Teoretic",
        studies: {
          high_school: "Colegiul Național",
          bachelors: "Facultatea de Matematică",
          masters: "",
          doctorate: "",
        },
        experience: { job: 12, teaching: 9 },
        languages: ["ro"],
      },
    });
  });

  test("shows a learner's last name as an initial, and no teacher_information", async () => {
    const learner = await createUser({ firstName: "Daria", lastName: "Țîrlea" });
    const stranger = await createCaller({ role: "t" });
    const content = await readContent(await stranger.call(`/auth/users/${learner.id}`));
    expect(z.strictObject(publicUserJsonSchema.shape).parse(content)).toMatchObject({
      first_name: "Daria",
      last_name: "Ț.",
      teacher_information: null,
    });
    const nameless = await createUser({ firstName: "Daria", lastName: "" });
    expect((await readContent(await app.get(`/auth/users/${nameless.id}`))).last_name).toBe("");
  });

  test("its owner and admins see every field, also of disabled accounts", async () => {
    const owner = await createCaller({ role: "t" });
    const admin = await createCaller({ role: "a" });
    const ownUser = await readContent(await owner.call(`/auth/users/${owner.user.id}`));
    expect(z.strictObject(ownUserJsonSchema.shape).parse(ownUser).email).toBe(owner.user.email);
    const teacher = await createTeacherWithProfile({ disabledTs: 1 });
    const seen = z
      .strictObject(ownUserJsonSchema.shape)
      .parse(await readContent(await admin.call(`/auth/users/${teacher.id}`)));
    expect(seen).toMatchObject({ email: teacher.email, birth_date: "1990-05-17", disabled: true });
    expect(seen.teacher_information?.phone_number).toBe("+40712345678");
  });
});

const packed = (bytes: string | Uint8Array) => Buffer.from(gzipSync(bytes)).toString("base64url");
const list = (value: unknown) => packed(JSON.stringify(value));
const requestUserList = (value: string) =>
  app.get(`/auth/users/user-list?user_list=${encodeURIComponent(value)}`);

describe("GET /auth/users/user-list", () => {
  test("returns 200 for everyone: users in the requested order, each once, unknown ones left out", async () => {
    const teacher = await createTeacherWithProfile();
    const learner = await createUser({ firstName: "Ana", lastName: "Pop" });
    const disabled = await createUser({ disabledTs: 1 });
    const ids = [learner.id, newId(), teacher.id, disabled.id, "'; --", "", "me", learner.id, teacher.id];
    const answer = await expectStatus(requestUserList(list(ids)), 200);
    const listedUsers = await readContent<PublicUserJson[]>(answer);
    expect(listedUsers.map(({ _id }) => _id)).toEqual([learner.id, teacher.id]);
    for (const user of listedUsers) z.strictObject(publicUserJsonSchema.shape).parse(user);
    expect(listedUsers[0]?.last_name).toBe("P.");
    expect(
      (await readContent<PublicUserJson[]>(await requestUserList(list([teacher.id, learner.id])))).map(
        ({ _id }) => _id,
      ),
    ).toEqual([teacher.id, learner.id]);
  });

  test("a thousand ids take one query; one more is 422", async () => {
    const user = await createUser();
    const many = Array.from({ length: 999 }, () => newId());
    expect(await readContent<PublicUserJson[]>(await requestUserList(list([...many, user.id])))).toHaveLength(
      1,
    );
    const answer = await expectStatus(requestUserList(list([...many, user.id, newId()])), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "user_list", code: "too_many" }] });
  });

  test.each<[string, () => string, number, string]>([
    ["no list", () => "", 422, "invalid"],
    ["not base64url", () => "a b+/", 400, "not_base64url"],
    ["not compressed", () => Buffer.from('["a"]').toString("base64url"), 400, "not_gzip"],
    ["cut off", () => list(["a"]).slice(0, 20), 400, "not_gzip"],
    [
      "something behind it",
      () => Buffer.concat([gzipSync("[]"), Buffer.from("more")]).toString("base64url"),
      400,
      "not_gzip",
    ],
    ["not JSON", () => packed("[1,"), 400, "not_json"],
    ["not UTF-8", () => packed(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d)), 400, "not_json"],
    ["numbers", () => list([1]), 422, "invalid"],
  ])("%s: rejected with the reason", async (_, value, status, title) => {
    const answer = await expectStatus(requestUserList(value()), status);
    const problem = (await answer.json()) as { title: string; detail: string };
    expect(problem.title).toBe(title);
    expect(problem.detail.length).toBeGreaterThan(10);
  });

  test("returns 413 over 64 KB unpacked, before unpacking: alone, truncated, concatenated or nested", async () => {
    const bomb = gzipSync(new Uint8Array(8_000_000).fill(0x20));
    const bombs = [bomb, bomb.subarray(0, 4000), Buffer.concat([gzipSync("[]"), bomb])];
    for (const bomb of bombs)
      await expectStatus(requestUserList(Buffer.from(bomb).toString("base64url")), 413);
    await expectStatus(requestUserList(packed(bomb)), 400);
    const sized = (bytes: number) => list(["x".repeat(bytes - 4)]);
    await expectStatus(requestUserList(sized(65_536)), 200);
    await expectStatus(requestUserList(sized(65_537)), 413);
  });
});
