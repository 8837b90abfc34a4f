import type { Ctx } from "@/context";
import { boundSql, constantSql } from "@/db/bound-sql";
import { teacherInformation, users } from "@/db/schema";
import { defineSelection } from "@/db/selection";
import { CHECKED_DOCUMENTS, type CheckedDocument } from "@/features/listings";
import { TEACHER } from "../listing-page/find-teacher";

const NAME = defineSelection({
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  county: teacherInformation.county,
});
const CHECKED = constantSql(`${CHECKED_DOCUMENTS} as checked`);
const HAS_PUBLISHED = constantSql(
  "exists (select 1 from listings where owner_id = users.id and published_ts is not null) as has_published",
);

/** A teacher with a page, and their checked documents; null for learners, disabled and unknown users. */
export async function findPublicTeacher({ db }: Ctx, userId: string) {
  const [row] = await db.read<{ checked: string; has_published: number }>(boundSql`
    select ${NAME.columns}, ${TEACHER.columns}, ${CHECKED}, ${HAS_PUBLISHED}
    from users left join teacher_information on teacher_information.user_id = users.id
    where users.id = ${userId} and role <> 'u' and disabled_ts is null`);
  if (!row) return null;
  const checked = JSON.parse(row.checked) as CheckedDocument[];
  return { ...NAME.parse(row), ...TEACHER.parse(row), checked, hasPublished: row.has_published === 1 };
}

export type PublicTeacher = NonNullable<Awaited<ReturnType<typeof findPublicTeacher>>>;
