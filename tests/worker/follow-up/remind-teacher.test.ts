import { describe, expect, it } from "vitest";
import { auditLog, enquiries } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { db, expectRedirect, expectStatus } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  updateRow,
} from "../../helpers/factories";
import { expectText } from "../../helpers/listing-form";
import { setUpEmptyList } from "./messages";

describe("POST /admin/enquiries/{id}/remind", () => {
  it("mails the teacher once a day until they answer; the page shows both sides and earlier mails", async () => {
    const { app, me } = await setUpEmptyList();
    const teacher = await createTeacher(app);
    const learner = await createUser(app, { firstName: "Ilinca", lastName: "Pop" });
    const listing = await createListing(app, teacher);
    const id = newId();
    const createdTs = app.clock.now - 20 * DAY_MS;
    const sides = { listingId: listing.id, teacherId: teacher.id, learnerId: learner.id };
    await db
      .insert(enquiries)
      .values({ id, ...sides, state: "new", createdTs, lastMessageTs: createdTs, remindedTs: createdTs });
    const key = `enquiries_unanswered:${id}`;
    const remind = (form = {}) => app.post(paths.adminRemindTeacher(id), { form, as: me.jar });
    const read = () => app.read(paths.followUpRow(key), { as: me.jar });

    const before = await read();
    expect(before).toContain(`href="${paths.adminUser(learner.id)}"`);
    expect(before).toContain(`href="${paths.adminUser(teacher.id)}"`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => remind()));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409]);
    expect(await mailsTo(teacher.email)).toMatchObject([{ template: "enquiry_reminder" }]);
    expect(await listRows(auditLog, { subject: `enquiry:${id}` })).toMatchObject([
      { action: "enquiry.teacher_reminded", actorId: me.admin.id },
    ]);
    const after = await read();
    expect(after).not.toContain(paths.adminRemindTeacher(id));
    expectText(after, "Email waiting");
    expectText(after, "once a day");

    await updateRow(enquiries, id, { remindedTs: app.clock.now - DAY_MS });
    await expectRedirect(
      remind(),
      paths.followUp({ queue: "enquiries_unanswered", done: "reminded", row: key }),
    );
    // In a run through all tasks, the next task follows.
    await updateRow(enquiries, id, { remindedTs: 1 });
    await expectRedirect(remind({ run: "task1" }), paths.nextTask({ after: "task1" }));
    await updateRow(enquiries, id, { remindedTs: 1, state: "answered" });
    await expectStatus(remind(), 409);
    expect(await mailsTo(teacher.email)).toHaveLength(3);
  });
});
