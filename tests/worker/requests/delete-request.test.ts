import { expect, it } from "vitest";
import { decisionUndos, requests } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectRedirect, expectStatus } from "../../helpers/app";
import { createUser, listRows, signIn } from "../../helpers/factories";
import { createAuth, insertRequest } from "./setup";

const REJECTED = {
  state: "rejected",
  openedTs: null,
  notifiedPosition: null,
  reason: "personal_data",
} as const;

it("its author deletes a rejected request by its form", async () => {
  const author = await createUser();
  const as = await signIn(author);
  const { id } = await insertRequest(author, REJECTED);
  await db.insert(decisionUndos).values({
    subject: `request:${id}`,
    decisionId: newId(),
    version: 1,
    stateBefore: {},
    expiresTs: app.clock.now + 60_000,
  });
  const action = paths.requestAction(id, "delete");
  expect(await app.read(paths.request(id), { as })).toMatch(
    new RegExp(`<summary[^>]*>.*Delete the request.*erased for good.*<form[^>]*${action}"`, "s"),
  );
  const list = paths.requests({ box: "own", done: "deleted" });
  await expectRedirect(app.post(action, { as }), list);
  expect(await app.read(list, { as })).toContain("Your request was deleted.");
  await expectStatus(app.get(paths.request(id), { as }), 404);
  expect(await listRows(decisionUndos, { subject: `request:${id}` })).toEqual([]);
});

it.each([
  [REJECTED, 204],
  [{ ...REJECTED, state: "closed", closeReason: "author" }, 204],
  [{ ...REJECTED, state: "pending" }, 409],
  [{}, 409],
  [{ state: "closed", closeReason: "author" }, 409],
] as const)("deletes only what teachers never saw: %j", async (overrides, status) => {
  const author = await createUser();
  const { id } = await insertRequest(author, overrides);
  const remove = async (user: { id: string }) =>
    app.request(paths.apiRequest(id), { method: "DELETE", ...(await createAuth(user)) });
  await expectStatus(remove(await createUser()), 404);
  const answer = await expectStatus(remove(author), status);
  if (status === 409) expect(await answer.json()).toMatchObject({ title: "request_undeletable" });
  // A reload of the page that says so shows the request.
  if (status === 409)
    await expectRedirect(
      app.get(paths.requestAction(id, "delete"), { as: await signIn(author) }),
      paths.request(id),
      302,
    );
  expect(await listRows(requests, { id })).toHaveLength(status === 204 ? 0 : 1);
});
