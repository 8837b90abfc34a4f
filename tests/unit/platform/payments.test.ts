import { expect, test } from "vitest";
import { createPayments } from "@/platform/payments";

test.each([
  ["https://api.stripe.com", "sk_live_1", "https://dashboard.stripe.com"],
  ["https://api.stripe.com", "sk_test_1", "https://dashboard.stripe.com/test"],
  ["http://localhost:8788", "sk_test_1", "http://localhost:8788"],
])("links of admins lead from %s with the key %s to %s", (apiBase, secretKey, url) => {
  expect(createPayments({ secretKey, webhookSecret: "whsec_1", apiBase }).dashboardUrl).toBe(url);
});
