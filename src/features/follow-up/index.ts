export { COUNTED, countFollowUp, type FollowUpCounts } from "./count-rows";
