export {
  BILLING_PREFIX,
  BillingFields,
  type BillingValues,
  getBillingLabels,
  readBillingValues,
  toBillingValues,
} from "./billing-fields";
export { getBilling, getBillingDefaults } from "./get-billing";
export { saveBilling } from "./save-billing";
