import { openLocalData } from "../../dev/launch/local-data";
import type { SignedInUser } from "../../src/context";
import type { Bindings } from "../../src/env";
import { checkUpload } from "../../src/features/invitations/upload/check-upload";
import { inviteTeachers } from "../../src/features/invitations/upload/invite-teachers";
import { createAppContext } from "../../src/http/app-context";
import { INVITATION_COLUMNS } from "../../src/shared/schemas/invitation";
import { LISTING_BOUNDS } from "../../src/shared/schemas/listing";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData, siteVars } from "../harness/app";

const LISTINGS = 3_000;
/** Longest time (ms) of an upload. */
const MAX_MS = 10_000;

/** Uploads teachers with the longest descriptions: each row becomes a draft and a mail. */
export async function run({ rows }: { rows: number }): Promise<Figure[]> {
  const data = await openLocalData(copyData((await benchData(LISTINGS)).dataDir, "invitations"));
  try {
    const admin = { id: "admin", role: "a" } as SignedInUser;
    await data.db
      .prepare(
        "insert into users (id, email, role, signup_ts) values ('admin', 'admin@example.test', 'a', 0)",
      )
      .run();
    const ctx = createAppContext({
      bindings: {
        ...siteVars,
        DB: data.db,
        MEDIA: data.media,
        MAIL_QUEUE: { send: async () => {} },
        CF_VERSION_METADATA: { id: "bench", tag: "", timestamp: new Date().toISOString() },
      } as unknown as Bindings,
      execution: { waitUntil: () => {} },
      locale: "ro",
      requestId: "bench",
      address: "bench",
      clock: Date.now,
    });
    const upload = { csv: createCsv(rows), source: "bench", may_write: true };
    const started = performance.now();
    const checked = await checkUpload({ ...ctx, user: admin }, upload);
    const invited = performance.now();
    const result = await inviteTeachers({ ...ctx, user: admin }, upload);
    const ended = performance.now();
    const count = result.ok ? result.value.invited : 0;
    return [
      { what: "dry run (ms)", value: invited - started, bound: MAX_MS, note: checked.ok ? "" : "refused" },
      { what: "invitations (ms)", value: ended - invited, bound: MAX_MS },
      { what: "teachers who were not invited", value: rows - count, bound: 0 },
    ];
  } finally {
    await data.close();
  }
}

function createCsv(rows: number): string {
  const description = "Lecții pe înțeles. ".repeat(200).slice(0, LISTING_BOUNDS.description.max - 1);
  const lines = Array.from(
    { length: rows },
    (_, n) => `invited${n}@example.test,Ana,Pop,ro,0712345678,m,m|h,cj,,da,80,Matematică,${description}`,
  );
  return [INVITATION_COLUMNS.join(","), ...lines].join("\n");
}
