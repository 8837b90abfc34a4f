import { describe, expect, it } from "vitest";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import { NOTIFICATION_KINDS } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, expectPage, expectStatus } from "../../helpers/app";
import { findUser } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";
import { createAlertSetup, createGuestAlert, listStoredAlerts, postAlert } from "./setup";

/** What a mail program sends after a press on its button (RFC 8058), without cookies or an origin. */
const ONE_CLICK = {
  body: "List-Unsubscribe=One-Click",
  headers: { "content-type": "application/x-www-form-urlencoded", origin: "null", "sec-fetch-site": "none" },
};
const getConfig = (now: number) => ({ config: servicesAt(now).config });

describe("/unsubscribe", () => {
  it("ends one alert by the page's button or a mail program's; opening the page changes nothing", async () => {
    await createAlertSetup();
    const kept = await createGuestAlert();
    for (const init of [{ form: {} }, ONE_CLICK, {}]) {
      const { id, email } = await createGuestAlert({ filters: "subject=p" }, kept.email);
      const token = createUnsubscribeToken(getConfig(app.clock.now), { kind: "alert", id });
      const page = await app.get(paths.unsubscribe({ token }));
      expect(await page.text()).toContain("Unsubscribe?");
      expect(await listStoredAlerts({ email })).toHaveLength(2);
      expect(await expectPage(app.post(paths.unsubscribe({ token }), init), 200)).toContain(
        "The alert has ended.",
      );
      expect((await listStoredAlerts({ email })).map((alert) => alert.id)).toEqual([kept.id]);
      // A second press succeeds without effect.
      await expectStatus(app.post(paths.unsubscribe({ token }), init), 200);
      app.clock.now += 86_400_000;
    }
  });

  it("turns off one kind of mail to a user, once", async () => {
    const { user, as } = await createAlertSetup();
    await postAlert({}, { as });
    for (const kind of NOTIFICATION_KINDS) {
      const token = createUnsubscribeToken(getConfig(app.clock.now), { kind, id: user.id });
      expect(await app.read(paths.unsubscribe({ token }))).toContain("Unsubscribe?");
      for (const init of [ONE_CLICK, { form: { token } }])
        await expectStatus(app.post(paths.unsubscribe({ token }), init), 200);
    }
    expect((await findUser(user.id))?.mailOff.toSorted()).toEqual([...NOTIFICATION_KINDS].toSorted());
    expect(await listStoredAlerts(user)).toHaveLength(1);
  });

  it("refuses changed and guessed tokens with 400", async () => {
    const { user } = await createAlertSetup();
    const { id } = await createGuestAlert();
    const token = createUnsubscribeToken(getConfig(app.clock.now), { kind: "reviews", id: user.id });
    const signature = token.split(".")[2];
    const guesses = [
      "",
      "é",
      `reviews.${user.id}`,
      `reviews.${user.id}.`,
      `news.${user.id}.${signature}`,
      `alert.${user.id}.${signature}`,
      `alert.${id}.${signature}`,
      `reviews.${newId()}.${signature}`,
      `all.${user.id}.${signature}`,
      `${token}x`,
    ];
    for (const guess of guesses) {
      await expectStatus(app.get(paths.unsubscribe({ token: guess })), 400);
      await expectStatus(app.post(paths.unsubscribe({ token: guess }), ONE_CLICK), 400);
    }
    expect((await findUser(user.id))?.mailOff).toEqual([]);
  });
});
