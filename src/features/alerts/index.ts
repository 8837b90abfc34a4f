export { createAlertToken } from "./alert-token";
export { composeAlertDigest } from "./digests/compose-alert-digest";
export { computeNextDigestTs, DIGEST_TIME } from "./digests/compute-next-digest-ts";
export { queueAlertDigests } from "./digests/queue-alert-digests";
export { adoptGuestAlertsStatements } from "./manage/adopt-guest-alerts-statements";
export { matchAlerts, sweepAlertMatches } from "./matching/match-alerts";
export { eraseAlertsStatement, exportAlerts } from "./personal-data";
export { sweepAlerts } from "./sweep-alerts";
