import { describe, expect, it } from "vitest";
import { isAllowedPushEndpoint } from "@/shared/push-endpoint";

const SITE = "https://catedra.ro";

describe("push endpoints on a deployed site", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
    "https://push.example.com:443/a",
    "https://push.example.com./a",
    "https://push.othercatedra.ro/a",
  ])("accepts %s", (endpoint) => expect(isAllowedPushEndpoint(endpoint, SITE)).toBe(true));

  it.each([
    "http://fcm.googleapis.com/a",
    "https://push.example.com:8443/a",
    "https://user:word@push.example.com/a",
    "https://push.example.com/a#part",
    "https://localhost/a",
    "https://push.localhost/a",
    "https://printer.local/a",
    "https://metadata.google.internal/a",
    "https://intranet/a",
    "https://1.0.0.127.in-addr.arpa/a",
    // IP addresses in every notation.
    "https://127.0.0.1/a",
    "https://0x7f.0.0.1/a",
    "https://0177.0.0.1/a",
    "https://192.168.1.1./a",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/a",
    "https://[::ffff:127.0.0.1]/a",
    "https://①②⑦.⓪.⓪.①/a",
    "https://catedra.ro/webhooks/stripe",
    "https://catedra.ro./webhooks/stripe",
    "https://api.catedra.ro/webhooks/stripe",
    "https://push.localhost../a",
    "http://127.0.0.1:8788/push/a",
    "nonsense",
    "",
  ])("refuses %j", (endpoint) => expect(isAllowedPushEndpoint(endpoint, SITE)).toBe(false));
});

describe("push endpoints in development", () => {
  const LOCAL = "http://localhost:8787";
  it("accepts a stub on this machine and real push services", () => {
    expect(isAllowedPushEndpoint("http://127.0.0.1:8788/push/a", LOCAL)).toBe(true);
    expect(isAllowedPushEndpoint("https://fcm.googleapis.com/fcm/send/a", LOCAL)).toBe(true);
  });
  it.each(["http://localhost:8787/a", "http://10.0.0.1:8788/a", "https://10.0.0.1/a", "http://router.lan/a"])(
    "refuses %s",
    (endpoint) => expect(isAllowedPushEndpoint(endpoint, LOCAL)).toBe(false),
  );
});
