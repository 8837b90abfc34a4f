import { contactMessages } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db } from "../../../helpers/app";
import type { CallContext } from "./call-context";
import type { Calls } from "./test-calls";

const ALL = paths.apiFollowUp();

/** The path of a new row of the list. */
async function createRow({ app }: CallContext): Promise<string> {
  const id = newId();
  await db.insert(contactMessages).values({
    id,
    name: "Ilinca",
    email: "ilinca@example.test",
    subject: "Fotografia de profil",
    message: "Cum o schimb?",
    locale: "ro",
    createdTs: app.clock.now,
  });
  return paths.apiFollowUpRow(`contact:${id}`);
}

const createReminder = ({ rows }: CallContext) => ({
  note: "Sun-o mâine",
  owner: rows.admin.user.id,
  due: "2026-11-21",
});

export const FOLLOW_UP: Calls = {
  "GET /api/admin/follow-up": {
    request: { path: ALL, by: "admin" },
    200: [
      async (context) => {
        const change = { method: "PATCH", json: createReminder(context), by: "admin" } as const;
        await context.request(await createRow(context), change);
        return {};
      },
      { path: `${ALL}?after=spoiled` },
    ],
    403: { by: "learner" },
    422: [{ path: paths.apiFollowUp({ queue: "nope" }) }, { path: paths.apiFollowUp({ owner: "unknown" }) }],
  },
  "PATCH /api/admin/follow-up/{key}": {
    request: async (context) => ({
      path: await createRow(context),
      json: { outcome: "Răspuns" },
      by: "admin",
    }),
    200: [
      {},
      async (context) => ({ json: { ...createReminder(context), snoozed_until: "2026-11-22", version: 0 } }),
    ],
    403: { by: "learner" },
    404: [{ path: paths.apiFollowUpRow("contact:0000000000000000") }, { path: paths.apiFollowUpRow("nope") }],
    409: async ({ send }) => {
      await send({ json: { note: "Eu", version: 0 } });
      return { json: { note: "Tu", version: 0 } };
    },
    422: [{ json: { due: "2026-02-30" } }, async ({ rows }) => ({ json: { owner: rows.learner.user.id } })],
  },
};
