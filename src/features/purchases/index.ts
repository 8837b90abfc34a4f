export { findSeenOrders, refundsOf } from "./queries";
export { tellEnded } from "./tell-ended";
export { tellEnding } from "./tell-ending";
export { wireOrder } from "./wire-order";
