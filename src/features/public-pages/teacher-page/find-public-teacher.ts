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

/** A teacher with a page, and their checked documents; null for learners, disabled and unknown users. */
export async function findPublicTeacher({ db }: Ctx, userId: string) {
  const [row] = await db.read<{ checked: string }>(boundSql`
    select ${NAME.columns}, ${TEACHER.columns}, ${CHECKED}
    from users left join teacher_information on teacher_information.user_id = users.id
    where users.id = ${userId} and role <> 'u' and disabled_ts is null`);
  if (!row) return null;
  const checked = JSON.parse(row.checked) as CheckedDocument[];
  return { ...NAME.parse(row), ...TEACHER.parse(row), checked };
}

export type PublicTeacher = NonNullable<Awaited<ReturnType<typeof findPublicTeacher>>>;
