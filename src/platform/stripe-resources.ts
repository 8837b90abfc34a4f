/** The resources of Stripe's client that the app calls. The worker's bundle leaves the others out. */
export const STRIPE_RESOURCES = ["checkout", "disputes", "events", "paymentIntents", "refunds"] as const;
