import type { DeliveryConditions } from "@/db/delivery-condition";
import { DELIVERY_CONDITIONS } from "@/features/enquiries";
import { hasRequestStateSql, isRequestPushDueSql } from "@/features/requests";

/** What must still hold when mail and push messages of all features are delivered. */
export const ALL_DELIVERY_CONDITIONS: DeliveryConditions = {
  ...DELIVERY_CONDITIONS,
  request_push: isRequestPushDueSql,
  request_state: hasRequestStateSql,
};
