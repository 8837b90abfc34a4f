import { describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { app } from "../../helpers/app";
import { createAdmin, createListing, createTeacher } from "../../helpers/factories";

const NOINDEX = 'name="robots" content="noindex"';

describe("noindex", () => {
  it("is on each page that requires a sign-in, whatever its language; visitors are sent to sign in and back", async () => {
    const teacher = await createTeacher();
    const { id } = await createListing(teacher);
    for (const path of [
      paths.profile(),
      paths.ownListings(),
      paths.inbox(),
      `${paths.inbox()}?box=sent`,
      paths.settings(),
      paths.ownPrivacy(),
      paths.eraseAccount(),
      paths.analytics(),
      paths.ownOrders(),
      paths.requests(),
      paths.createListing(),
      paths.editListing(id),
      paths.promoteListing(id),
    ]) {
      const prefix = path === paths.settings() ? "/ro" : "";
      const response = await app.get(prefix + path, { as: teacher });
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text(), path).toContain(NOINDEX);
      const signedOut = await app.get(prefix + path);
      expect(signedOut.status, path).toBe(302);
      expect(signedOut.headers.get("location")).toContain(
        prefix + paths.signIn({ next: path.split("?")[0] }),
      );
    }
    const admin = await createAdmin();
    expect(await app.read(paths.admin(), { as: admin })).toContain(NOINDEX);
  });

  it("is on each page with a token in its URL, and not on the same page without one", async () => {
    for (const path of [
      "/verify-email",
      "/reset-password",
      "/reactivate",
      "/change-email",
      "/enquiries/0123456789abcdef",
      "/tutoring/0123456789abcdef/renew",
      "/contact",
    ])
      expect(await app.read(`${path}?token=abc`), path).toContain(NOINDEX);
    expect(await app.read("/contact")).not.toContain(NOINDEX);
  });
});
