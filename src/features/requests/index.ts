export { hasRequestStateSql } from "./moderation/decide-request";
export { REQUESTS } from "./moderation/requests-kind";
export { composeRequestDigest } from "./notices/compose-request-digest";
export { isRequestPushDueSql, notifyTeachersOfRequests } from "./notices/notify-requests";
export { queueRequestDigests } from "./notices/queue-request-digests";
export {
  eraseOwnRequestsStatements,
  exportRequests,
  selectRequestSubjectsSql,
} from "./personal-data";
export { sweepRequests } from "./sweep-requests";
