export { turnOffMail } from "./choices/turn-off-mail";
export { erasePushesAboutStatement, exportPushDevices } from "./personal-data";
export { deliverPushes, oldestPushSql } from "./push/deliver-pushes";
export {
  type KeyedPush,
  type PushRequest,
  queuePushesStatement,
  queuePushStatement,
} from "./push/queue-push-statement";
