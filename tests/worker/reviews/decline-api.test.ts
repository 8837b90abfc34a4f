import { expect, it } from "vitest";
import { createDeclineToken } from "@/features/reviews/invitations/decline-token";
import { paths } from "@/shared/paths";
import { createTestApp } from "../../helpers/app";
import { findEnquiry } from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";
import { createContact } from "./contact";

it("POST /api/enquiries/{id}/review/decline ends invitations by the token of the mail, also twice", async () => {
  const app = createTestApp();
  const { id } = await createContact(app);
  const token = createDeclineToken(servicesAt(app.clock.now), id);
  const decline = (json: object, enquiry = id) =>
    app.post(paths.apiDeclineReviewInvitations(enquiry), { json });
  for (const [json, status] of [
    [{}, 422],
    [{ token: "é" }, 400],
  ] as const)
    expect((await decline(json)).status).toBe(status);
  expect((await decline({ token }, "a".repeat(16))).status).toBe(400);
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: null });
  const { now } = app.clock;
  for (let n = 0; n < 2; n++) {
    expect((await decline({ token })).status).toBe(204);
    app.clock.now += 1000;
  }
  expect(await findEnquiry(id)).toMatchObject({ reviewDeclinedTs: now, reviewMailTs: null });
});
