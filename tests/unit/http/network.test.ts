import { describe, expect, test } from "vitest";
import { toNetworkKey } from "@/http/network";

describe("toNetworkKey", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0DB8:0000:0000:ffff:ffff:ffff:ffff", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:3:4:5::", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["fe80::192.0.2.1", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, network) => {
    expect(toNetworkKey(address)).toBe(network);
  });

  test.each([
    "",
    "job",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "2001:db8::xyz",
    "2001:db8::12345",
    "::ffff:192.0.2.256",
    "fe80::1%eth0",
    "a: b",
  ])("what is no address stays as it is: %j", (text) => {
    expect(toNetworkKey(text)).toBe(text);
  });
});
