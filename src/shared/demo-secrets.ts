/**
 * Secrets of a local run. They are public, so `parseConfig` refuses them on a deployed site. `.dev.vars.example` has the
 * same.
 */
export const DEMO_SECRETS = {
  JWT_SECRET: "demo-only-jwt-secret-of-catedra-never-use-it-on-a-real-site",
  STRIPE_SECRET_KEY: "sk_test_catedra_demo",
  STRIPE_WEBHOOK_SECRET: "whsec_catedra_demo",
  EFACTURA_CLIENT_SECRET: "demo-only-e-factura-secret",
  VAPID_PRIVATE_KEY: "M0Pm_7Efmkm3GI29gqpC3Zowq8dRXinMvcGcJhe662s",
} as const;
