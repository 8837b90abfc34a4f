import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { restores } from "@/db/schema";

/** Folders whose files belong to rows. The others hold invoices and parts of uploads. */
const FOLDERS = ["images/", "private/"];
/** Pages of a thousand files in one run. */
const PAGES_PER_RUN = 100;
/** Keys in the log line. */
const EXAMPLES = 10;

/**
 * Looks for files that no row refers to, which a restore of the database leaves: those stored after the backup. Once
 * after each restore it only counts them. It deletes them when the operator has said so (`bun run orphans --delete`).
 * A run continues after the last key of the run before it. Returns the number of files found.
 */
export async function sweepOrphans(ctx: Ctx): Promise<number> {
  const { db, media, log } = ctx;
  const [restore] = await db.select().from(restores);
  if (!restore || restore.resumedTs === null || !["count", "delete"].includes(restore.orphans)) return 0;
  const isDeleting = restore.orphans === "delete";
  const found: string[] = [];
  let pages = 0;
  let lastKey = restore.orphansKey;
  scan: for (const folder of FOLDERS) {
    if (lastKey >= `${folder}\uffff`) continue;
    for await (const objects of media.listObjects(folder, lastKey || undefined)) {
      // Younger files belong to rows that are being written, or to jobs that delete them.
      const resumedTs = restore.resumedTs;
      const old = objects.filter(({ uploaded }) => uploaded.getTime() < resumedTs);
      const orphans = await listOrphans(
        ctx,
        old.map(({ key }) => key),
      );
      if (isDeleting) await media.removeObjects(orphans);
      found.push(...orphans);
      lastKey = objects.at(-1)?.key ?? lastKey;
      if (++pages === PAGES_PER_RUN) break scan;
    }
  }
  const isComplete = pages < PAGES_PER_RUN;
  const orphanFiles = (restore.orphansKey === "" ? 0 : restore.orphanFiles) + found.length;
  await db
    .update(restores)
    .set(
      isComplete
        ? { orphans: isDeleting ? "deleted" : "counted", orphanFiles, orphansKey: "" }
        : { orphanFiles, orphansKey: lastKey },
    );
  log.info("orphaned_files", {
    files: orphanFiles,
    examples: found.slice(0, EXAMPLES).join(" "),
    deleted: isDeleting,
    complete: isComplete,
  });
  return found.length;
}

/** The keys among these that no row refers to and no scheduled deletion has. */
async function listOrphans({ db }: Ctx, keys: readonly string[]): Promise<string[]> {
  const files = keys.map((key) => {
    const [, kind, id, ...rest] = key.split("/");
    return [key, kind, id, rest.join("/")];
  });
  // `id` names the listing, user or post, `file` the rest of the key.
  const rows = await db.all<{ key: string }>(sql`
    with files as materialized (select value ->> 0 as key, value ->> 1 as kind, value ->> 2 as owner, value ->> 3 as file
      from json_each(${JSON.stringify(files)}))
    select key from files where key not in (select key from media_deletions) and not case kind
      when 'listings' then exists (select 1 from listing_images where listing_id = owner
          and files.file in (coalesce(version || '/', '') || listing_images.file,
            replace(coalesce(version || '/', '') || listing_images.file, '.webp', '-480.webp')))
        or (file = 'share.png' and owner in (select id from listings))
      when 'profile-pictures' then exists (select 1 from users where id = owner and file glob picture_ts || '/*')
      when 'blog' then owner in (select id from posts)
      when 'verifications' then exists (select 1 from verifications, json_each(verifications.files) stored
        where user_id = owner and stored.value = file)
      else 1 end`);
  return rows.map(({ key }) => key);
}
