import { describe, expect, test } from "vitest";
import { deviceName } from "@/shared/device-name";
import { createUserWithPassword, requestToken } from "../../helpers/accounts";
import { db } from "../../helpers/app";
import { mailsTo } from "../../helpers/factories";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const from = (userAgent: string, country = "RO") => ({ "user-agent": userAgent, "cf-ipcountry": country });

const listDevices = async (userId: string) =>
  (
    await db.query.knownDevices.findMany({
      where: (row, { eq }) => eq(row.userId, userId),
      orderBy: (row) => row.device,
    })
  ).map(({ device }) => device);

describe("new-device mail", () => {
  test("is not sent for the first or a known device, but for another browser or country", async () => {
    const member = await createUserWithPassword();
    const signIn = (headers: Record<string, string>) => requestToken({ email: member.email, headers });
    await signIn(from(FIREFOX));
    await signIn(from(FIREFOX.replaceAll("145", "146")));
    expect(await mailsTo(member.email)).toEqual([]);

    await signIn(from(SAFARI));
    await signIn(from(FIREFOX, "MD"));
    await signIn(from(SAFARI));
    const mails = await mailsTo(member.email);
    expect(mails.map((mail) => mail.template)).toEqual(["new_sign_in", "new_sign_in"]);
    expect(mails[0]?.text).toContain("Safari, iOS, RO, Nov 20, 2026, 11:00 AM");
    expect(mails[0]?.text).toContain("https://catedra.test/profile/settings");
    expect(await listDevices(member.id)).toEqual([
      "Firefox, Windows, MD",
      "Firefox, Windows, RO",
      "Safari, iOS, RO",
    ]);
  });

  test("a failed sign-in does not make a device known", async () => {
    const member = await createUserWithPassword();
    await requestToken({ email: member.email, password: "wrong one", headers: from(FIREFOX) });
    expect(await listDevices(member.id)).toEqual([]);
  });

  test("two parallel sign-ins from the same new browser send one mail", async () => {
    const member = await createUserWithPassword();
    await requestToken({ email: member.email, headers: from(FIREFOX) });
    const both = [from(SAFARI), from(SAFARI)].map((headers) =>
      requestToken({ email: member.email, headers }),
    );
    expect((await Promise.all(both)).map((answer) => answer.status)).toEqual([200, 200]);
    expect(await mailsTo(member.email)).toHaveLength(1);
  });
});

test.each([
  [FIREFOX, "RO", "Firefox, Windows, RO"],
  [SAFARI, "", "Safari, iOS"],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
    "XX",
    "Chrome, Android, XX",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "RO",
    "Microsoft Edge, Windows, RO",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "",
    "Safari, macOS",
  ],
  ["", "", ""],
  ["", "T1", ""],
  ["Win a prize at https://evil.test/1.0 now", "<b", ""],
  ["x".repeat(5000), "ro", ""],
])("the device of %j from %j is called %j", (userAgent, country, expected) => {
  expect(deviceName({ userAgent, country })).toBe(expected);
});
