import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { OwnUserJson } from "@/shared/schemas/user-json";
import { ownUserJsonSchema } from "@/shared/schemas/user-json";
import { app, expectStatus } from "../../helpers/app";
import { createCaller } from "./helpers";

const readContent = async (answer: Response) => ((await answer.json()) as { content: OwnUserJson }).content;

test("GET /auth/users/me returns every field of the user, uncached", async () => {
  const { user, call } = await createCaller({ firstName: "Ioana", lastName: "Șerban" });
  const answer = await expectStatus(call("/auth/users/me"), 200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const content = await readContent(answer);
  expect(z.strictObject(ownUserJsonSchema.shape).parse(content)).toEqual({
    _id: user.id,
    email: user.email,
    role: "u",
    first_name: "Ioana",
    last_name: "Șerban",
    birth_date: "1990-05-17",
    signup_ts: { seconds: app.clock.now / 1000, nanoseconds: 0 },
    disabled: false,
    can_create_admin: false,
    profile_picture: null,
    teacher_information: null,
  });
});
