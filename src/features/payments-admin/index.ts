export { OrderEntry } from "./orders-page";
export { listOrders } from "./queries";
