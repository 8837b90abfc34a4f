export { exportPushDevices } from "./personal-data";
export { deliverPushes } from "./push/deliver-pushes";
export {
  type KeyedPush,
  type PushRequest,
  queuePushesStatement,
  queuePushStatement,
} from "./push/queue-push-statement";
export { turnOffMail } from "./turn-off-mail";
export { createUnsubscribeToken, parseUnsubscribeToken, type Unsubscription } from "./unsubscribe-token";
