export { findSeenOrders, refundsOf } from "./queries";
export { serializeOrder } from "./serialize-order";
export { tellEnded } from "./tell-ended";
export { tellEnding } from "./tell-ending";
