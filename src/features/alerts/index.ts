export { queueAlertDigests } from "./digests/queue-alert-digests";
export { matchAlerts, sweepAlertMatches } from "./matching/match-alerts";
