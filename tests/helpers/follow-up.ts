import { expect } from "vitest";
import { paths } from "@/shared/paths";
import type { FollowUpRowJson } from "@/shared/schemas/follow-up";
import { bearer, signInByEmail } from "./accounts";
import { type Actor, app } from "./app";
import { createAdmin, type createUser } from "./factories";

/** An admin client: reads the list, saves notes by API, and reads pages with the same session. */
export async function createAdminCaller(user?: Awaited<ReturnType<typeof createUser>>) {
  const admin = user ?? (await createAdmin());
  const { jar, token } = await signInByEmail(admin.email);
  const { headers } = bearer(token);
  return {
    admin,
    jar,
    headers,
    /** PATCH that expects 200. */
    async patch(key: string, json: object): Promise<FollowUpRowJson> {
      const answer = await app.request(paths.apiFollowUpRow(key), { method: "PATCH", json, headers });
      expect(answer.status, key).toBe(200);
      return ((await answer.json()) as { content: FollowUpRowJson }).content;
    },
  };
}
export type Caller = Awaited<ReturnType<typeof createAdminCaller>>;

/** The `since` that the form of a row's page has. */
export async function readSince(key: string, as: Actor): Promise<string> {
  const html = await (await app.get(paths.followUpRow(key), { as })).text();
  return html.match(/name="since" value="(\d+)"/)?.[1] ?? "";
}

/** GET /api/admin/follow-up that expects 200. */
export async function listFollowUp({ headers }: Pick<Caller, "headers">, query: Record<string, string> = {}) {
  const answer = await app.get(paths.apiFollowUp(query), { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { content: FollowUpRowJson[]; next: string | null };
}
