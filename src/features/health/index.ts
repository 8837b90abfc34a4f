export { reportAlerts } from "./report-alerts";
