export { formatRefundFailure } from "./format-refund-failure";
export { getMoneySummary } from "./get-money-summary";
export { OrderEntry } from "./orders-page";
export { listOrders } from "./queries";
