import { expect, test } from "vitest";
import type { Bindings } from "@/env";
import { createUserWithPassword, newEmail, requestToken, signUpInput } from "../../helpers/accounts";
import { bindings, createTestApp, quickHasher, testShared } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";

const { db: counting, ledger } = createCountingDb(bindings.DB);
let hashes = 0;
const passwordHasher = {
  hash: (password: string) => {
    hashes++;
    return quickHasher.hash(password);
  },
  verify: (password: string, stored: string | null) => {
    hashes++;
    return quickHasher.verify(password, stored);
  },
};
const app = createTestApp({ DB: counting } as unknown as Partial<Record<keyof Bindings, string>>, {
  ...testShared(),
  passwordHasher,
});

const CALLS: Record<string, (email: string) => Promise<Response>> = {
  "POST /auth/users/token": (email) => requestToken({ email, password: "not the password" }, app),
  "GET /auth/users/forgot-password/{user}": (email) => app.get(`/auth/users/forgot-password/${email}`),
  "POST /auth/users/signup": (email) => app.post("/auth/users/signup", { json: signUpInput({ email }) }),
};

/** What a caller sees of a response, and what its time depends on: hashed passwords and calls to the database. */
async function observe(call: (email: string) => Promise<Response>, email: string) {
  ledger.clear();
  hashes = 0;
  const answer = await call(email);
  const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
  const body = (await answer.text()).replaceAll(email, "{email}").replace(/("request_id":")\w+/, "$1{id}");
  return { status: answer.status, headers, body, hashes, roundTrips: ledger.roundTrips() };
}

test.each(Object.entries(CALLS))("%s answers alike for known and unknown addresses", async (_, call) => {
  const unknown = await observe(call, newEmail());
  const known = await observe(call, (await createUserWithPassword()).email);
  expect(known).toEqual(unknown);
});
